import { expect, test } from 'vitest'
import { isIsbn } from './check.ts'

test('the check character of an ISBN of ten or thirteen is verified', () => {
  // ISO 2108 and the examples of the ISBN users' manual.
  for (const code of ['0-306-40615-2', '978-0-306-40615-7', '080442957X', '979-10-90636-07-1'])
    expect(isIsbn(code)).toBe(true)
  for (const code of ['0-306-40615-3', '978-0-306-40615-8', '0804429570', '9770306406157', 'X804429570', ''])
    expect(isIsbn(code)).toBe(false)
})
