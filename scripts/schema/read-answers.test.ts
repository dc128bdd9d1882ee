import { expect, test } from 'vitest'
import { readAnswers } from './read-answers.ts'

const read = (source: string, others: Record<string, string> = {}) =>
  readAnswers('move_order', new Map(Object.entries({ move_order: source, ...others })))

test('codes and fields of refusals, and the fields of the value, are read from the source of a procedure', () => {
  const answers = read(`
    if not found then
      return public.refused('not-found');
    end if;
    return refused('too-many', jsonb_build_object('max', coalesce(v_max, 5), 'names', (select array_agg(n, ', ') from x)));
    return public.done(jsonb_build_object('status', 'shipped', 'repeated', (v_count > 1)));`)
  expect(answers).toEqual({
    value: ['status', 'repeated'],
    refusals: { 'not-found': [], 'too-many': ['max', 'names'] },
  })
})

test('a field that only some answers have is optional', () => {
  const { value, refusals } = read(`
    return done('{}');
    return done('{"id": 1}');
    return refused('lines-invalid');
    return refused('lines-invalid', jsonb_build_object('lines', v_lines));`)
  expect({ value, refusals }).toEqual({ value: ['id?'], refusals: { 'lines-invalid': ['lines?'] } })
})

test('answers that are handed on count, others of the same procedure do not', () => {
  const other = `return public.refused('too-late'); return public.done(jsonb_build_object('status', v_status));`
  const handedOn = { value: ['status'], refusals: { 'too-late': [] } }
  expect(read('return public.undo(p_id) -> 0;', { undo: other })).toEqual(handedOn)
  expect(read('v_answer := undo(p_id);\nreturn v_answer;', { undo: other })).toEqual(handedOn)
  expect(read('v_attempts := public.undo(v_attempts, v_lines);', { undo: other })).toEqual(handedOn)
  const kept = `v_results := v_results || public.undo(p_id); return public.done(v_results);`
  expect(read(kept, { undo: other })).toEqual({ value: null, refusals: {} })
})

test('the codes of a variable are in the comment on its line; without one the schema is not generated', () => {
  const { refusals } = read(`return public.refused(v_refusal); -- 'delivered' or 'too-late'\n-- 'other'`)
  expect(Object.keys(refusals)).toEqual(['delivered', 'too-late'])
  expect(() => read('return public.refused(v_refusal);')).toThrow('move_order refuses with v_refusal')
  expect(() => read(`return public.refused('recalled', v_details);`)).toThrow('jsonb_build_object')
})
