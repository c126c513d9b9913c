import { type Ref, computed, nextTick, ref, shallowRef } from 'vue';

/** A node of a tree. */
export interface TreeNode<N> {
  id: string | number;
  label: string;
  children?: readonly N[];
}

/** A node that is shown, and where. */
export interface ShownNode<N> {
  node: N;
  level: number;
  /** Position among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
  /** Whether its children are shown; undefined if it has none. */
  open?: boolean;
  parent?: N;
}

/** How long a pause ends a type-ahead word, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Keyboard handling of a tree: arrows, Home, End, type-ahead, `*` to open everything; Enter and Space act on the
 * focused node. The elements with role treeitem below `root` are the shown nodes, in order.
 */
export function useTree<N extends TreeNode<N>>(
  root: Readonly<Ref<HTMLElement | null>>,
  tree: {
    nodes: () => readonly N[];
    act: (shown: ShownNode<N>) => void;
    /** Nodes that are always shown with their parent. */
    inline?: (node: N) => boolean;
    /** The node that takes the focus initially; by default the first one. */
    start?: () => N['id'] | undefined;
  },
) {
  const closed = shallowRef<ReadonlySet<N['id']>>(new Set());
  const focused = ref<N['id']>();
  const inline = (node: N) => tree.inline?.(node) === true;
  const hides = (node: N) => (node.children ?? []).some((child) => !inline(child));
  const isOpen = (node: N) => (hides(node) ? !closed.value.has(node.id) : undefined);

  const shown = computed(() => {
    const all: ShownNode<N>[] = [];
    const add = (nodes: readonly N[], level: number, parent?: N) => {
      for (const [index, node] of nodes.entries()) {
        const open = isOpen(node);
        all.push({ node, level, place: index + 1, siblings: nodes.length, open, parent });
        const children = node.children ?? [];
        add(children.filter(inline), level + 1, node);
        if (open)
          add(
            children.filter((child) => !inline(child)),
            level + 1,
            node,
          );
      }
    };
    add(tree.nodes(), 1);
    return all;
  });

  /** The one node that Tab reaches. */
  const tabbed = computed(() => {
    const ids = new Set(shown.value.map(({ node }) => node.id));
    return [focused.value, tree.start?.()].find((id) => id !== undefined && ids.has(id)) ?? shown.value[0]?.node.id;
  });

  function setOpen(ids: Iterable<N['id']>, open: boolean): void {
    const next = new Set(closed.value);
    for (const id of ids) {
      if (open) next.delete(id);
      else next.add(id);
    }
    closed.value = next;
  }

  function collapseAll(): void {
    const all: N['id'][] = [];
    const add = (nodes: readonly N[]) => {
      for (const node of nodes) {
        if (hides(node)) all.push(node.id);
        add(node.children ?? []);
      }
    };
    add(tree.nodes());
    closed.value = new Set(all);
  }

  function expandAll(): void {
    closed.value = new Set();
  }

  async function focus(to: ShownNode<N> | undefined): Promise<void> {
    if (to === undefined) return;
    focused.value = to.node.id;
    await nextTick();
    const place = shown.value.findIndex(({ node }) => node.id === to.node.id);
    root.value?.querySelectorAll<HTMLElement>('[role=treeitem]')[place]?.focus();
  }

  let typed = '';
  let typedAt = 0;

  function typeAhead(key: string, from: number): ShownNode<N> | undefined {
    typed = Date.now() - typedAt > PAUSE_MS ? key : typed + key;
    typedAt = Date.now();
    const word = typed.toLowerCase();
    // The first letter moves on to another node; further letters stay on the current one while it matches.
    const start = from + (typed.length === 1 ? 1 : 0);
    const order = [...shown.value.slice(start), ...shown.value.slice(0, start)];
    return order.find(({ node }) => node.label.toLowerCase().startsWith(word));
  }

  function onKeydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const items = [...(root.value?.querySelectorAll('[role=treeitem]') ?? [])];
    const at = items.indexOf((event.target as Element).closest('[role=treeitem]') ?? items[0]!);
    const now = shown.value[at];
    if (now === undefined) return;
    const { node, open, parent } = now;
    switch (event.key) {
      case 'ArrowDown':
        void focus(shown.value[at + 1]);
        break;
      case 'ArrowUp':
        void focus(shown.value[at - 1]);
        break;
      case 'ArrowRight':
        if (open === false) setOpen([node.id], true);
        else void focus(shown.value[at + 1]?.parent === node ? shown.value[at + 1] : undefined);
        break;
      case 'ArrowLeft':
        if (open) setOpen([node.id], false);
        else void focus(shown.value.find((one) => one.node === parent));
        break;
      case 'Home':
        void focus(shown.value[0]);
        break;
      case 'End':
        void focus(shown.value.at(-1));
        break;
      case 'Enter':
      case ' ':
        // A checkbox inside the node handles Space itself.
        if (event.key === ' ' && event.target instanceof HTMLInputElement) return;
        tree.act(now);
        break;
      case '*':
        expandAll();
        break;
      default:
        if (event.key.length !== 1) return;
        void focus(typeAhead(event.key, at));
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    shown,
    tabbed,
    onKeydown,
    expandAll,
    collapseAll,
    isOpen,
    toggle: (node: N) => setOpen([node.id], closed.value.has(node.id)),
    /** Remembers where a click put the focus. */
    touch: (node: N) => (focused.value = node.id),
  };
}
