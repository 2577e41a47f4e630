import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { generalBrief } from '@xueheng/contract/domains/report/general-brief.ts'
import { oneScoreParagraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { GRAINS, type Header, type ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { digestOf } from '../../../platform/digest.ts'
import { findPackage } from '../exam-packages.ts'
import { unitsOf } from '../open-exam.ts'
import { prepareRun, readReport } from '../run-report.ts'
import type { Row } from '../run.ts'
import { drawHistogram } from './charts.ts'
import type { PaperDoc, PaperPicture, PlannedDoc } from './paper-doc.ts'
import { type PaperDesk, numberOf, textOf } from './paper-desk.ts'
import { type PaperTable, pickColumns } from './set-table.ts'

const TEMPLATE = new URL('brief.typ', import.meta.url)
/** So many of the best and of the weakest units. */
const ENDS = 3
const MOST_COURSES = 20

type UnitGrain = 'area' | 'school' | 'class'

/** 一页简报: one of the units asked for, the same for everybody who may see them. */
export async function planBrief(desk: PaperDesk): Promise<PlannedDoc[]> {
  const { areaScope, schoolScope, classScope } = await unitsOf(desk.ctx, desk.library, desk.source, desk.input)
  const units = [areaScope, schoolScope, classScope].map((codes) => codes?.join(',') ?? '').join('/')
  return [{ document: digestOf(units), name: desk.units, write: () => writeBrief(desk) }]
}

/** How the exam went, on one page. */
async function writeBrief(desk: PaperDesk): Promise<PaperDoc> {
  const whole = await desk.ask(generalBrief.all)
  const { grain, answer: units } = await unitsBelow(desk)
  return {
    name: '一页简报',
    title: '质量简报',
    unit: desk.units,
    template: TEMPLATE,
    isOfStudents: false,
    students: 0,
    facts: factsOf(totalOf(whole)),
    basis: whole.basis,
    sections: [
      {
        title: '联考总体',
        findings: { part: 'overall', lines: [...courseFinding(whole), ...unitFinding(grain, units)] },
        tables: [await courseTable(desk, whole)],
      },
      { title: `各${GRAINS[grain]}`, tables: endsTable(grain, units) },
      { title: '总分分布', charts: await distribution(desk) },
    ].filter(({ tables, charts }) => [...(tables ?? []), ...(charts ?? [])].length > 0),
  }
}

function totalOf({ records }: ReportAnswer): Row | undefined {
  return records.find((row) => row['courseName'] === TOTAL_COURSE)
}

function factsOf(total: Row | undefined): PaperDoc['facts'] {
  const number = (key: string) => numberOf(total, key)?.toLocaleString('en-US') ?? '—'
  return [
    ['联考应考', number('planNum')],
    ['联考实考', number('studentNum')],
    ['联考缺考', number('absentNum')],
    ['联考总分均分', numberOf(total, 'avgScore')?.toFixed(2) ?? '—'],
  ]
}

/** The widest units of which the reader sees more than one, from the own level down. */
async function unitsBelow(desk: PaperDesk): Promise<{ grain: UnitGrain; answer: ReportAnswer }> {
  const levels = { all: 0, area: 1, school: 2, class: 2, student: 2 }
  const grains: UnitGrain[] = ['area', 'school', 'class']
  let found: { grain: UnitGrain; answer: ReportAnswer } | undefined
  for (const grain of grains.slice(levels[desk.ctx.scope.level as keyof typeof levels])) {
    found = { grain, answer: await desk.ask(generalBrief[grain]) }
    if (found.answer.records.length > 1) break
  }
  if (!found) throw new Error('no grain of units')
  return found
}

const BEFORE: Header[] = [
  { key: 'excellentBefore', title: '上次优秀率', kind: 'percent', scale: 2 },
  { key: 'passBefore', title: '上次及格率', kind: 'percent', scale: 2 },
]

/** Total and courses, beside the rates of the exam before where there was one. */
async function courseTable(desk: PaperDesk, whole: ReportAnswer): Promise<PaperTable> {
  const before = await ratesBefore(desk)
  const records = whole.records.slice(0, MOST_COURSES).map((row) => {
    const old = before.find(({ courseName }) => courseName === row['courseName'])
    return { ...row, excellentBefore: old?.['excellentRate'] ?? null, passBefore: old?.['passRate'] ?? null }
  })
  const own = ['courseName', 'examScore', 'studentNum', 'avgScore', 'maxScore', 'scoreRate']
  const columns = pickColumns(whole.headers, ...own, 'excellentRate', 'passRate', 'lowRate')
  return {
    caption: '总分与各科',
    headers: [...columns, ...(before.length > 0 ? BEFORE : [])],
    records,
  }
}

/** The same report of the exam before, if the reader sees it. */
async function ratesBefore({ ctx, library, source }: PaperDesk): Promise<Row[]> {
  const examId = source.manifest.previous?.examId
  const before = examId && (await findPackage(ctx, library.packages, examId))
  if (!before) return []
  const run = await prepareRun(ctx, library, generalBrief.all, before, {})
  return (await readReport(ctx, library, run, { current: 1, size: MOST_COURSES })).records
}

/** All of few units, of many the best and the weakest by their composite. */
function endsTable(grain: UnitGrain, { headers, records }: ReportAnswer): PaperTable[] {
  const ranked = inOrder(records)
  if (ranked.length === 0) return []
  const isMany = ranked.length > 2 * ENDS
  const names = { area: ['areaName'], school: ['areaName', 'schoolName'], class: ['schoolName', 'className'] }[grain]
  const columns = pickColumns(headers, 'compositeRank', ...names, 'studentNum', 'avgScore', 'tScore', 'compositeScore')
  return [
    {
      caption: isMany ? `综合值前 ${ENDS} 与后 ${ENDS} 的${GRAINS[grain]}` : `各${GRAINS[grain]}，按综合值`,
      headers: columns,
      records: isMany ? [...ranked.slice(0, ENDS), ...ranked.slice(-ENDS)] : ranked,
      ...(isMany && { notes: [`共 ${ranked.length} 个${GRAINS[grain]}有综合值。`] }),
    },
  ]
}

/** Units whose composite is told, the best first. */
function inOrder(records: Row[]): Row[] {
  return records
    .filter((row) => numberOf(row, 'compositeScore') !== undefined)
    .toSorted((one, other) => Number(other['compositeScore']) - Number(one['compositeScore']))
}

function courseFinding(whole: ReportAnswer): string[] {
  const total = totalOf(whole)
  const courses = whole.records
    .filter((row) => row !== total && numberOf(row, 'scoreRate') !== undefined)
    .toSorted((one, other) => Number(other['scoreRate']) - Number(one['scoreRate']))
  const [best, worst] = [courses[0], courses.at(-1)]
  if (!total || !best || !worst || best === worst || numberOf(total, 'avgScore') === undefined) return []
  const rate = (row: Row) => `${textOf(row, 'courseName')}（${Number(row['scoreRate']).toFixed(2)}%）`
  return [
    `总分均分 ${Number(total['avgScore']).toFixed(2)} 分，得分率 ${Number(total['scoreRate']).toFixed(2)}%；各科得分率最高的是${rate(best)}，最低的是${rate(worst)}。`,
  ]
}

function unitFinding(grain: UnitGrain, { records }: ReportAnswer): string[] {
  const ranked = inOrder(records)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  const [high, low] = [numberOf(best, 'avgScore'), numberOf(worst, 'avgScore')]
  if (!best || !worst || best === worst || high === undefined || low === undefined) return []
  const name = (row: Row) => `${textOf(row, `${grain}Name`)}（${Number(row['compositeScore']).toFixed(2)}）`
  return [
    `${GRAINS[grain]}综合值最高的是${name(best)}，最低的是${name(worst)}，两者总分均分相差 ${Math.abs(high - low).toFixed(2)} 分。`,
  ]
}

/** Everyone's totals in bands of the exam's rule. */
async function distribution(desk: PaperDesk): Promise<PaperPicture[]> {
  const step = desk.source.manifest.rule.paragraphStep.total
  const answer = await desk.ask(oneScoreParagraph.all, { courseName: TOTAL_COURSE, step })
  const bands = answer.records.flatMap((row) => {
    const [low, num] = [numberOf(row, 'bandLow'), numberOf(row, 'num')]
    return low === undefined || num === undefined ? [] : [{ low, num }]
  })
  if (bands.length === 0) return []
  return [{ ...drawHistogram(bands, step, answer.lines), caption: `总分分布（每 ${step} 分一段）` }]
}
