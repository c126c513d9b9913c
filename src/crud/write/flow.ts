import type { ObjectLiteral } from 'typeorm';
import { errors } from '../../core/errors.js';
import type { CrudShape, State } from '../shape.js';

/** Holds rows to the moves of their flow. Without a flow, every change is allowed. */
export class FlowOf<E> {
  private readonly property: string | undefined;
  private readonly moves: ReadonlyMap<string, { from: readonly State[]; to: State }>;

  constructor(private readonly shape: Pick<CrudShape<E>, 'flow' | 'label'>) {
    const { property, moves = {} } = shape.flow ?? {};
    this.property = property;
    this.moves = new Map(Object.entries(moves).map(([name, { from, to }]) => [name, { from: [from].flat(), to }]));
    if (property !== undefined && this.moves.size === 0) throw new Error(`${shape.label} has a flow without moves`);
  }

  /**
   * The values that a move sets.
   * @param row as it is stored and locked
   * @throws AppError code 1 if it does not begin at the row's state
   */
  changesOf(name: string, row: object, id: string | number): object {
    const move = this.moves.get(name);
    if (move === undefined || this.property === undefined) throw new Error(`${this.shape.label} has no move ${name}`);
    const state = (row as ObjectLiteral)[this.property] as State;
    if (move.from.includes(state)) return { [this.property]: move.to };
    throw errors.failure(`${this.shape.label} ${id}: ${name} is not possible while ${this.property} is ${state}`, {
      reason: 'values',
      member: this.property,
      values: move.from,
    });
  }

  /**
   * Has a new row begin at the first state, and an existing one keep its state.
   * @param before undefined for a new row
   * @throws AppError code 1 for a row that would be in another state
   */
  hold(draft: object, before: object | undefined): void {
    if (this.property === undefined) return;
    const [row, old] = [draft as ObjectLiteral, before as ObjectLiteral | undefined];
    const state: unknown = old ? old[this.property] : this.start;
    row[this.property] ??= state;
    if (row[this.property] === state) return;
    const how = old ? `changes with ${[...this.moves.keys()].join(', ')} alone` : `must be ${this.start} in a new row`;
    throw errors.failure(`${this.property} ${how}`, {
      reason: 'values',
      member: this.property,
      values: [state as State],
    });
  }

  private get start(): State {
    const [first] = this.moves.values();
    return first?.from[0] ?? '';
  }
}
