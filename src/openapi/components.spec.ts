import type { Schema } from '../http/description/json-schema.js';
import { hoist } from './components.js';

describe('schemas with a title', () => {
  const text: Schema = { title: 'Note', type: 'object', properties: { a: { type: 'string' } } };
  const whole: Schema = { title: 'Note', type: 'object', properties: { a: { type: 'integer' } } };
  const first = { $ref: '#/components/schemas/Note' };
  const second = { $ref: '#/components/schemas/Note2' };

  it('are written once, and the second of a title gets a number', () => {
    const schemas: Record<string, Schema> = {};
    expect(hoist([text, whole, text, whole], schemas)).toEqual([first, second, first, second]);
    expect(schemas).toEqual({ Note: text, Note2: { ...whole, title: 'Note2' } });
  });
});
