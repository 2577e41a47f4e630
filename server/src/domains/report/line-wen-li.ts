import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { ratio } from '../exam/index.ts'
import { assertFiles } from './assert-files.ts'
import type { Library } from './library.ts'
import { openExam, unitsOf } from './open-exam.ts'
import { LINE_WEN_LI, reportSql } from './report-sql.ts'
import { discloserOf } from './disclosure/discloser.ts'
import { readRows } from './read-rows.ts'
import { isOthers } from './withhold.ts'

interface Asked {
  examIdWen: string
  examIdLi: string
  areaCode?: string | null
  periodName?: string | null
}

const SUMS = ['studentNum', 'baseNum', 'onlineNum', 'singleNum', 'doubleNum', 'belowNum', 'aboveNum'] as const

type Sums = Record<(typeof SUMS)[number], number>

interface LineRow extends Sums, Record<string, unknown> {
  areaCode: string
  areaName: string
  schoolCode: string
  schoolName: string
  periodName: string
  courseName: string
}

interface BlockRow extends LineRow {
  block: string
}

/** Streams of the lines that count as 文 and 理; in one exam of both only the lines of the one stream do. */
const STREAMS = { 文科: { alone: [1], pair: [0, 1] }, 理科: { alone: [2], pair: [0, 2] } }

/**
 * 文科, 理科 and 合计 of the schools in sight; the total of both is summed before anything is divided. Whole schools are not for
 * those who see single classes, who could tell their own students from the others.
 */
async function blocksOf(ctx: Ctx, library: Library, asked: Asked): Promise<BlockRow[]> {
  if (isOthers('school', ctx.scope)) return []
  const kind = asked.examIdWen === asked.examIdLi ? 'alone' : 'pair'
  const wen = await readExam(ctx, library, asked.examIdWen, STREAMS.文科[kind], asked)
  const li = await readExam(ctx, library, asked.examIdLi, STREAMS.理科[kind], asked)
  const both = new Map<string, LineRow>()
  for (const row of [...wen, ...li]) {
    const key = [row.schoolCode, row.periodName, row.courseName].join(' ')
    const found = both.get(key)
    both.set(key, found ? added(found, row) : row)
  }
  const named = (block: string, rows: Iterable<LineRow>) => [...rows].map((row) => ({ ...row, block }))
  return [...named('文科', wen), ...named('理科', li), ...named('合计', both.values())]
}

function added(one: LineRow, other: LineRow): LineRow {
  return { ...one, ...Object.fromEntries(SUMS.map((name) => [name, one[name] + other[name]])) }
}

async function readExam(
  ctx: Ctx,
  library: Library,
  examId: string,
  streams: number[],
  { areaCode = null, periodName = null }: Asked,
): Promise<LineRow[]> {
  const source = await openExam(ctx, library, examId)
  const statement = reportSql({ sql: LINE_WEN_LI }).rows
  assertFiles(source, statement)
  const { label: _label, ...units } = await unitsOf(ctx, library, source, { areaCode })
  const discloser = await discloserOf(ctx, library, source, { grain: 'school', courseId: 0 })
  return readRows<LineRow>(ctx, statement, { ...units, package: source.folder, streams, periodName }, discloser)
}

export async function findStdnumWenLi(ctx: Ctx, library: Library, asked: Asked) {
  const rows = (await blocksOf(ctx, library, asked)).filter(({ courseName }) => courseName === TOTAL_COURSE)
  return rows.map((row) => ({
    ...placeOf(row),
    studentNum: row.studentNum,
    onlineNum: row.onlineNum,
    onlineRate: rate(row.onlineNum, row.baseNum),
    belowNum: row.belowNum,
    aboveNum: row.aboveNum,
  }))
}

export async function findStdnumCourseWenLi(ctx: Ctx, library: Library, asked: Asked) {
  const rows = (await blocksOf(ctx, library, asked)).filter(({ courseName }) => courseName !== TOTAL_COURSE)
  return rows.map((row) => ({
    ...placeOf(row),
    courseName: row.courseName,
    studentNum: row.studentNum,
    onlineNum: row.onlineNum,
    singleNum: row.singleNum,
    doubleNum: row.doubleNum,
    contributionRate: rate(row.doubleNum, row.onlineNum),
    hitRate: rate(row.doubleNum, row.singleNum),
    missNum: row.onlineNum - row.doubleNum,
  }))
}

function rate(part: number, whole: number): number | null {
  return ratio(100 * part, whole)
}

function placeOf({ block, areaCode, areaName, schoolCode, schoolName, periodName }: BlockRow) {
  return { block, areaCode, areaName, schoolCode, schoolName, periodName }
}
