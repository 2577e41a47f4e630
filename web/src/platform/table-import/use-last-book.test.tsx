import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useLastBook } from './use-last-book.ts'

beforeEach(() => sessionStorage.clear())

const BOOK = { fileId: '7', name: '名单.xlsx' }
/** What a screen that is opened now finds. */
const found = (place: string) => renderHook(() => useLastBook(place)).result.current.book

test('the last workbook is there again at its own place, until it is forgotten', () => {
  const { result } = renderHook(() => useLastBook('basicStudent'))
  expect(result.current.book).toBeUndefined()
  act(() => result.current.hold(BOOK))
  expect([result.current.book, found('basicStudent'), found('basicTeacher')]).toEqual([BOOK, BOOK, undefined])
  act(() => result.current.forget())
  expect([result.current.book, found('basicStudent')]).toEqual([undefined, undefined])
})
