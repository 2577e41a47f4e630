import { expect } from 'vitest'
import { namelessControls } from './_controls.ts'
import { type Opened, failures } from './_screens.tsx'

/** What stands where there is nothing yet, or nothing is chosen. */
const NOTHING = 'main :is(.xh-state, .ant-empty):not(:has(.is-error)), main .ant-table-placeholder'

/** Screens on which something is to be chosen or typed first, or to which two rows of everything are not enough. */
const STILL_NOTHING: Record<string, RegExp> = {
  '/bigdata/report/packageChange': /^只有一版报表/,
  '/bigdata/query/studentVerticalCompar': /^请输入考号或学籍号/,
  '/bigdata/user/userDeptRole': /^请选择用户/,
  '/bigdata/user/schoolAdmin': /^请选择学校/,
  '/dict-horizontal/index': /^选择左侧的字典/,
  '/base/region': /^选择左侧的区划/,
  '/authority/rights': /^选择一个用户/,
  '/wel/index': /^还没有可用的功能/,
}

export function nothings(): string[] {
  return [...document.querySelectorAll(NOTHING)].map((one) => one.textContent ?? '')
}

/** A screen that was opened with rows shows what it is given and asks for declared calls alone. */
export function expectShown(path: string, { server, complaints }: Opened): void {
  expect(server.faults).toEqual([])
  expect(complaints()).toEqual([])
  expect(failures()).toEqual([])
  expect(namelessControls()).toEqual([])
  expect(nothings().filter((text) => !STILL_NOTHING[path]?.test(text))).toEqual([])
  expect(document.body.textContent).toMatch(/\S{8}/)
}
