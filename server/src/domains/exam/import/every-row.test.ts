import { beforeAll, expect, test } from 'vitest'
import { type BookFormat, type BookSheet, makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { useTestApp, waitForJob } from '../../../../test/harness.ts'
import { fc } from '../../../../test/property.ts'
import { sum } from '../formulas/statistics.ts'

/** Each takes an import, of several files or sheets. */
const RUNS = 12
const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('报送')
})

/** A made sheet and what ought to become of its rows: reason → number, `taken` for those that are imported. */
interface Planned {
  sheet: BookSheet
  plan: Record<string, number>
}

interface Block {
  reason: string
  rows: string[][]
}

const WIDTH = 6
const one = (...cells: string[]) => [cells]
const heads = fc.constantFrom(
  one('序号', '考号', '姓名', '语文', '数学', '英语'),
  one('序号', '准考证号', '姓 名', '语', '数\n(150分)', '英'),
  [
    ['序号', '考号', '姓名', '各科成绩', '', ''],
    ['', '', '', '语文', '数学', '外语'],
  ],
  [
    ['序号', '考号', '姓名', '各科成绩', '', ''],
    ['', '', '', '语文', '数学', '外语'],
    ['', '', '', '分数', '分数', '分数'],
  ],
)
const titles = fc.array(fc.constantFrom(one('第一中学成绩表'), one('', '高三年级', '')), { maxLength: 2 })
const mark = fc.constantFrom('100', '88.5', '缺考', '', 'abc', '-1')
const person = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.constantFrom('', '张三', '欧阳·娜'), mark, mark, mark)
  .map(([number, name, ...marks]): Block => ({ reason: 'taken', rows: one('1', `N${number}`, name, ...marks) }))
/** A row without a number is somebody's all the same. */
const lost = mark.map((text): Block => ({ reason: 'taken', rows: one('2', '', '李四', text || '90', '', '') }))
const foot = fc
  .constantFrom(
    one('平均分', '', '', '90', '80', '70'),
    one('', '', '合 计', '900', '', ''),
    one('最高分', '', '', '100'),
    one('制表人：张三', '', '', '审核：李四'),
    one('', '备注：本表一式两份'),
    one('', '第 2 页 共 9 页'),
  )
  .map((rows): Block => ({ reason: 'foot', rows }))
const blank = fc.constantFrom(one('45'), one('46', '', '')).map((rows): Block => ({ reason: 'blank', rows }))
const note = fc.constant<Block>({ reason: 'note', rows: one('', '望澜一中高三年级成绩续表') })
const example = fc.constant<Block>({ reason: 'example', rows: one('', '示例0001', '张三', '98.5') })
/** Rows without a text are none. */
const nothing = fc.constant<Block>({ reason: '', rows: one('', '', '') })

const scores = fc
  .record({
    titles,
    head: heads,
    blocks: fc.array(
      fc.oneof(
        { weight: 8, arbitrary: person },
        lost,
        foot,
        blank,
        note,
        example,
        nothing,
        fc.constant<Block>({ reason: 'repeat', rows: [] }),
      ),
      { maxLength: 25 },
    ),
  })
  .map(({ titles: lines, head, blocks }): Planned => {
    const plan: Record<string, number> = {}
    const rows = [...lines.flat(), ...head]
    plan['head'] = rows.length
    for (const { reason, rows: own } of blocks) {
      const added = reason === 'repeat' ? head : own
      rows.push(...added)
      if (reason) plan[reason] = (plan[reason] ?? 0) + added.length
    }
    return { sheet: { name: '成绩', rows }, plan }
  })

const whole = (reason: string, rows: string[][], isHidden = false): Planned => ({
  sheet: { name: '成绩', rows, isHidden },
  plan: rows.length > 0 ? { [reason]: rows.length } : {},
})
const others = fc.constantFrom(
  whole('cover', [['成绩报送'], ['学校', '第一中学']]),
  whole('empty', []),
  whole(
    'hidden',
    [
      ['考号', '语文'],
      ['N1', '100'],
    ],
    true,
  ),
  whole('unknown', [
    ['编号', '甲', '乙'],
    ['1', '2', '3'],
    ['4', '5', '6'],
  ]),
  whole('otherKind', [
    ['考号', '姓名', '学校', '班级', '性别'],
    ['N1', '张三', '第一中学', '1班', '男'],
  ]),
)

const book = fc
  .record({
    format: fc.constantFrom<BookFormat>('xlsx', 'xls', 'ods', 'csv'),
    first: scores,
    rest: fc.array(fc.oneof(scores, others), { maxLength: 3 }),
    at: fc.nat(3),
  })
  .map(({ format, first, rest, at }) => {
    const sheets = format === 'csv' ? [first] : [...rest.slice(0, at), first, ...rest.slice(at)]
    return {
      format,
      sheets: sheets.map((one, i) => ({ ...one, sheet: { ...one.sheet, name: `${one.sheet.name}${i + 1}` } })),
    }
  })

async function upload(files: { name: string; body: Buffer }[]) {
  const answer = await desk.user.upload('/api/bigdata-service/examimport/upload', { examId, kind: 'score' }, files)
  expect(answer.msg).toBe('操作成功')
  await waitForJob(desk.user, answer.data.jobId)
  return desk.detail(answer.data.batchId)
}

type Batch = Awaited<ReturnType<typeof upload>>

/** Reason → rows of one sheet, with those that are taken. */
function becameOf({ leftOut }: Batch, fileNo: number, sheetNo: number, rowNum: number): Record<string, number> {
  const left = leftOut.filter((one) => one.fileNo === fileNo && one.sheetNo === sheetNo)
  const taken = rowNum - left.reduce((sum, one) => sum + one.num, 0)
  const named = left.filter((one) => one.num > 0).map((one) => [one.reason, one.num])
  return Object.fromEntries([...named, ...(taken > 0 ? [['taken', taken]] : [])])
}

test('every row of every sheet of every file is imported or named with its reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(book, { minLength: 1, maxLength: 4 }), fc.nat(1e9), async (books, salt) => {
      const files = await Promise.all(
        books.map(async ({ format, sheets }, i) => {
          // equal files would be read once
          const line = format === 'csv' ? [[`${salt}-${i}号`]] : []
          const marked = sheets.map(({ sheet: { rows: own, ...sheet } }) => ({
            ...sheet,
            name: `${sheet.name}-${salt}-${i}`,
            rows: [...line, ...own],
          }))
          return { name: `文件${i + 1}.${format}`, body: await makeBook(format, marked) }
        }),
      )
      const batch = await upload(files)
      const { read, rows, left } = batch.counts
      expect(read).toBe(rows + left)
      let sent = 0
      for (const [i, { format, sheets }] of books.entries()) {
        expect(batch.files[i]?.sheets).toHaveLength(sheets.length)
        for (const [j, { sheet, plan }] of sheets.entries()) {
          const extra = format === 'csv' ? 1 : 0
          const rowNum = sheet.rows.filter((cells) => cells.some((text) => text.trim() !== '')).length + extra
          sent += rowNum
          expect(batch.files[i]?.sheets[j]?.rowNum).toBe(rowNum)
          const wanted = { ...plan, ...(plan['head'] && { head: plan['head'] + extra }) }
          expect(becameOf(batch, i + 1, j + 1, rowNum)).toEqual(wanted)
        }
      }
      expect(read).toBe(sent)
    }),
    { numRuns: RUNS },
  )
})

test('no text in any cell makes the numbers differ', async () => {
  const text = fc.oneof(
    fc.constantFrom('考号', '姓名', '语文', '数学', '学校', '班级', '成绩', '科目', '合计', '示例1', '', '', 'N1'),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const noise = fc.array(fc.array(text, { minLength: 1, maxLength: WIDTH }), { minLength: 1, maxLength: 20 })
  const sheets = fc.array(noise, { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sheets, async (all) => {
      const body = await makeBook(
        'ods',
        all.map((rows, i) => ({ name: `杂${i + 1}`, rows: [['考号', '语文'], ...rows] })),
      )
      const { counts, files } = await upload([{ name: '杂.ods', body }])
      expect(counts.read).toBe(counts.rows + counts.left)
      const rowNums = files[0]?.sheets.map(({ rowNum }) => rowNum) ?? []
      expect(rowNums).toHaveLength(all.length)
      expect(counts.read).toBe(sum(rowNums))
    }),
    { numRuns: RUNS / 2 },
  )
})
