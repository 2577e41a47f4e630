// expect: typescript(no-explicit-any)
export function loose(value: any): unknown {
  return value
}
