import { useSyncExternalStore } from 'react'

export type Signal<Value> = ReturnType<typeof createSignal<Value>>

export function createSignal<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    initial,
  }
}

export const useSignal = <Value>({ subscribe, get, initial }: Signal<Value>): Value =>
  useSyncExternalStore(subscribe, get, () => initial)
