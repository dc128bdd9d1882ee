import { expect, test } from 'vitest'
import { isFormChanged } from './changed-form.ts'

const isChanged = (...elements: object[]) => isFormChanged({ elements } as unknown as HTMLFormElement)
const select = (selectedIndex: number, sent: number | null) => ({
  selectedIndex,
  options: [0, 1, 2].map((index) => ({ defaultSelected: index === sent })),
})
const box = (checked: boolean, defaultChecked: boolean) => ({
  type: 'checkbox',
  checked,
  defaultChecked,
  // Browsers give this value to a box without one.
  value: 'on',
  defaultValue: '',
})
const text = (value: string, defaultValue: string) => ({
  checked: false,
  defaultChecked: false,
  value,
  defaultValue,
})

test('STOREFRONT-38 a form is changed if a box, tick or text differs from what the server sent', () => {
  expect(isChanged(select(2, 1))).toBe(true)
  expect(isChanged(select(1, null))).toBe(true)
  expect(isChanged(box(true, false))).toBe(true)
  expect(isChanged(box(false, true))).toBe(true)
  expect(isChanged(text('5', ''))).toBe(true)
  expect(isChanged(text('', ''), select(2, 1))).toBe(true)
})

test('STOREFRONT-38 a form as the server sent it is unchanged, whatever buttons and groups it has', () => {
  const button = { value: '', type: 'submit' }
  expect(isChanged(select(1, 1), select(0, null), box(true, true), text('5', '5'), button, {})).toBe(false)
})
