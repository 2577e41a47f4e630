import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { expect, test } from 'vitest'
import type { MenuItem } from '../../platform/session/store.ts'
import { placeOf, resolveScreen } from './resolve.ts'

const declared: MenuNode[] = [
  {
    code: 'exam',
    title: '考试',
    path: '/exam',
    children: [
      { code: 'info', title: '考试信息', path: '/exam/info', page: 'exam/exam-info', entity: 'examInfo' },
      { code: 'lines', title: '分数线', path: '/exam/info/lines', page: 'exam/exam-lines' },
      { code: 'course', title: '科目', path: '/exam/course', entity: 'examCourse' },
      { code: 'rank', title: '排名', path: '/exam/rank', report: 'rank' },
    ],
  },
]

function item(path: string, name: string, more: Partial<MenuItem> = {}): MenuItem {
  return { id: path, parentId: '0', code: path, name, path, source: '', ...more }
}

const granted: MenuItem[] = [
  item('/exam', '考试', {
    children: [item('/exam/info', '考试一览'), item('/exam/info/lines', '分数线'), item('/exam/rank', '排名')],
  }),
  item('https://help.example.cn/a', '帮助'),
]

const look = (path: string) => resolveScreen(path, declared, granted)

test('page, report and home; the server names them', () => {
  expect(look('/exam/info')).toEqual({ title: '考试一览', target: { kind: 'page', name: 'exam/exam-info', rest: [] } })
  expect(look('/exam/rank').target).toEqual({ kind: 'report', name: 'rank' })
  expect(look('/wel/index').target).toEqual({ kind: 'home' })
  expect(look('/info/index').target).toEqual({ kind: 'page', name: 'sign-in/info', rest: [] })
})

test('pages take the rest of the path; the longest declared path wins', () => {
  expect(look('/exam/info/12/%E7%94%B2').target).toEqual({ kind: 'page', name: 'exam/exam-info', rest: ['12', '甲'] })
  expect(look('/exam/info/lines/12').target).toEqual({ kind: 'page', name: 'exam/exam-lines', rest: ['12'] })
  expect(look('/exam/info/%E7').target).toEqual({ kind: 'page', name: 'exam/exam-info', rest: ['%E7'] })
})

test('what is not granted is refused, what is not declared does not exist', () => {
  expect(look('/exam/course').target).toEqual({ kind: 'refused' })
  expect(look('/exam/rank/12').target).toEqual({ kind: 'none' })
  expect(look('/nowhere').target).toEqual({ kind: 'none' })
})

test('only addresses of the own menu are embedded', () => {
  const own = `/myiframe/${encodeURIComponent('https://help.example.cn/a')}`
  expect(look(own)).toEqual({ title: '帮助', target: { kind: 'frame', url: 'https://help.example.cn/a' } })
  expect(look(`/myiframe/${encodeURIComponent('https://evil.example')}`).target).toEqual({ kind: 'none' })
  expect(look('/myiframe/%').target).toEqual({ kind: 'none' })
})

test('a foreign item opens in a frame, or in a window when it says so', () => {
  expect(placeOf(item('/exam/info', 'x'))).toEqual({ path: '/exam/info', isWindow: false })
  expect(placeOf(item('https://a.cn', 'x', { isOpen: 2 }))).toEqual({ path: 'https://a.cn', isWindow: true })
  expect(placeOf(item('/doc/a.html', 'x'))).toEqual({ path: '/myiframe/%2Fdoc%2Fa.html', isWindow: false })
})

test('an entry that wants no tab says so', () => {
  const plain = [item('/exam/rank', '排名', { meta: { isTab: false } })]
  expect(resolveScreen('/exam/rank', declared, plain).isTabless).toBe(true)
  expect(look('/exam/rank').isTabless).toBeUndefined()
})
