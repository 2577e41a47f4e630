import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { Page } from '../line-wen-li.page.tsx'

const row = (block: string, schoolCode: string, periodName: string, onlineNum: number) => ({
  block,
  areaName: '东县',
  schoolCode,
  schoolName: `${schoolCode}中`,
  periodName,
  studentNum: 10,
  onlineNum,
  onlineRate: onlineNum * 10,
  belowNum: 1,
  aboveNum: 2,
})

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('linestdnum_view', 'linestdnumcourse_view', 'examinfo_view')
  serve({
    listall: () => ({
      data: [
        { id: '2', examName: '二模', studyYear: 2025, packageVersion: 1, beginDate: '2026-04-10' },
        { id: '1', examName: '一模', studyYear: 2025, packageVersion: 1, beginDate: '2026-01-05' },
        { id: '3', examName: '未算', studyYear: 2025, packageVersion: 0, beginDate: '2026-05-05' },
      ],
    }),
    findScoreLineStdnumWenLi: () => ({
      data: [
        row('文科', 'S1', '本科线', 3),
        row('文科', 'S1', '特控线', 1),
        row('理科', 'S1', '本科线', 5),
        row('理科', 'S2', '本科线', 4),
        row('合计', 'S1', '本科线', 8),
      ],
    }),
    findScoreLineStdnumCourseWenLi: () => ({
      data: [{ ...row('文科', 'S1', '本科线', 3), courseName: '语文', singleNum: 4, doubleNum: 2, hitRate: 50 }],
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const table = async () =>
  (await screen.findAllByRole('row'))
    .map((one) =>
      within(one)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter((cells) => cells.length > 5)

test('a school stands in one row with arts, science and both side by side; a stream it does not have is a dash', async () => {
  stage(<Page />)
  await screen.findByText('S1中')
  expect(await table()).toEqual([
    ['东县', 'S1中', '10', '3', '30.00', '1', '2', '10', '5', '50.00', '1', '2', '10', '8', '80.00', '1', '2'],
    ['东县', 'S2中', ...Array<string>(5).fill('—'), '10', '4', '40.00', '1', '2', ...Array<string>(5).fill('—')],
  ])
  expect(
    callsTo('findScoreLineStdnumWenLi').map(({ query }) => [query.get('examIdWen'), query.get('examIdLi')]),
  ).toEqual([['2', '2']])
})

test('single courses are a table of their own, of the same exams', async () => {
  stage(<Page />)
  fireEvent.click(await screen.findByText('单科'))
  await waitFor(() => expect(callsTo('findScoreLineStdnumCourseWenLi')).toHaveLength(1))
  await screen.findByText('语文')
  expect((await table())[0]?.slice(0, 10)).toEqual(['东县', 'S1中', '语文', '10', '3', '4', '2', '—', '50.00', '—'])
})
