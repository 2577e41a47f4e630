import { renderTemplate } from '@xueheng/contract/domains/mp/msg-template.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import { previewResults, tellResults } from '@xueheng/contract/domains/report/tell-results.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { implement } from '../../platform/module.ts'
import {
  type BoundParent,
  type MpDeps,
  type Outbox,
  boundParents,
  fillTemplate,
  keyOfParent,
  outboxesOf,
  parentBatch,
  sendLetters,
  toldAlready,
  writeLetters,
} from '../mp/index.ts'
import { isPublished } from './exam-packages.ts'
import type { Library } from './library.ts'
import { type PaperDesk, numberOf, openPaperDesk, schoolsOf, textOf } from './paper/paper-desk.ts'
import type { Row } from './run.ts'

export type ResultsDeps = MpDeps

interface Payload {
  examId: string
  /** Of the package that was published: another one is other news. */
  version: number
  template: string
}

type Ways = ReadonlyMap<string, Outbox | string>

/** News of published results for parents who are bound to a student and follow: places no further than they are told. */
export function tellingResults(library: Library, deps: ResultsDeps) {
  const job = defineJob<Payload>({
    name: 'report.tell-results',
    title: '通知家长成绩发布',
    singletonKey: ({ examId }) => examId,
    subject: ({ examId }) => examId,
    run: (ctx, payload, progress) => tell(library, deps, ctx, payload, progress),
  })
  return {
    job,
    handlers: [
      implement(previewResults, (ctx, { examId, templateId }) => preview(library, deps, ctx, examId, templateId)),
      implement(tellResults, async (ctx, { examId, templateId: template }) => {
        const { source } = await openPublished(ctx, library, examId)
        await logOperation(ctx, tellResults.name, tellResults.title, {
          entity: 'examInfo',
          rowId: examId,
          after: { version: source.version, template },
        })
        const payload = { examId, version: source.version, template }
        return { jobId: await ctx.jobs.start(ctx, job, payload, `通知家长 ${source.examName}`) }
      }),
    ],
  }
}

async function openPublished(ctx: Ctx, library: Library, examId: string): Promise<PaperDesk> {
  const desk = await openPaperDesk(ctx, library, { examId })
  if (!isPublished(desk.source.examStatus)) throw refuse('考试还没有发布，不能通知家长')
  return desk
}

/** One news per version of the results. */
const newsOf = ({ source }: PaperDesk) => `results:${source.examId}:${source.version}`

interface Sitter {
  schoolCode: string
  studentNumber: string
  studentCode: string
  studentName: string
}

/** Those of these schools who sat the exam, with the code they are known by; it is told nobody. */
async function sittersOf({ ctx, source }: PaperDesk, schoolCodes: string[]): Promise<Sitter[]> {
  return ctx.analytics.query<Sitter>(SITTERS, { package: source.folder, schools: JSON.stringify(schoolCodes) })
}

const SITTERS = `
  select school_code, student_number, student_code, student_name from read_parquet($package || '/student.parquet')
  where school_code in (select unnest(from_json($schools, '["VARCHAR"]'))) and student_code is not null and student_code <> ''
  order by student_number`

async function preview(
  library: Library,
  deps: ResultsDeps,
  ctx: Ctx,
  examId: string,
  template: string,
): Promise<Output<typeof previewResults>> {
  const desk = await openPublished(ctx, library, examId)
  const known = await toldAlready(ctx.db, newsOf(desk))
  const schools = (await schoolsOf(desk)).map(({ schoolCode }) => schoolCode)
  const sitters = await sittersOf(desk, schools)
  const parents = await boundParents(
    ctx.db,
    sitters.map(({ studentCode }) => studentCode),
  )
  const ways = await outboxesOf(
    deps,
    ctx,
    parents.map(({ appid }) => appid),
    template,
  )
  const [parent] = parents
  return {
    studentNum: sitters.length,
    boundNum: new Set(parents.map(({ studentCode }) => studentCode)).size,
    parentNum: parents.length,
    leftNum: parents.filter((one) => !known.has(keyOfParent(one))).length,
    reasons: reasonsOf(ways),
    text: parent ? await sampleText(desk, ways, sitters, parent) : '',
  }
}

function reasonsOf(ways: Ways): string[] {
  return [...new Set([...ways.values()].flatMap((way) => (typeof way === 'string' ? [way] : [])))]
}

async function sampleText(desk: PaperDesk, ways: Ways, sitters: Sitter[], parent: BoundParent): Promise<string> {
  const way = ways.get(parent.appid)
  const child = sitters.find(({ studentCode }) => studentCode === parent.studentCode)
  if (!child || !way || typeof way === 'string') return ''
  const words = (await wordsOf(desk, child.schoolCode, [child])).get(parent.studentCode)
  return words ? renderTemplate(way.letter.content ?? '', fillTemplate(way.letter, words)) : ''
}

/** What may be said of each of these students of a school, by code: the marks as parents are told them. */
async function wordsOf(
  desk: PaperDesk,
  schoolCode: string,
  sitters: Sitter[],
): Promise<Map<string, Record<string, string>>> {
  const { records } = await desk.ask(scoreRank.student, { schoolCode }, 'parent')
  const rows = new Map(records.map((row) => [textOf(row, 'studentNumber'), row]))
  return new Map(sitters.map((one) => [one.studentCode, wordsFor(desk, one, rows.get(one.studentNumber))]))
}

function wordsFor({ ctx, source }: PaperDesk, { studentName }: Sitter, row: Row | undefined): Record<string, string> {
  const place = row?.['allRank']
  return {
    考试: source.examName,
    学生: studentName,
    说明: '成绩已发布',
    总分: String(numberOf(row, 'totalScore') ?? '—'),
    // A number is a place that nobody outside is told.
    位置: typeof place === 'string' && place !== '' ? `联考${place}` : '—',
    时间: wallTime(ctx.now).slice(0, 16),
  }
}

/** Writes the lines school by school, and lets them go out when all are there; taken up again it writes those that lack. */
async function tell(
  library: Library,
  deps: ResultsDeps,
  ctx: Ctx,
  { examId, version, template }: Payload,
  progress: JobProgress,
): Promise<JobResult> {
  const desk = await openPublished(ctx, library, examId)
  if (desk.source.version !== version) throw refuse('报表已重新生成，请重新通知家长')
  const batches = new Map<string, string>()
  const schools = await schoolsOf(desk)
  for (const [done, { schoolCode, schoolName }] of schools.entries()) {
    await progress.report({ step: schoolName, done, total: schools.length })
    await writeSchool(deps, desk, schoolCode, template, batches)
  }
  if (batches.size === 0) return { text: '没有绑定并关注公众号的家长' }
  return progress.finish(async (inside) => {
    let queued = 0
    for (const batchId of batches.values()) queued += await sendLetters(deps, inside, batchId)
    return { text: `将通知${queued}位家长`, link: '/mpweixin/templateMsgLog' }
  })
}

async function writeSchool(
  deps: ResultsDeps,
  desk: PaperDesk,
  schoolCode: string,
  template: string,
  batches: Map<string, string>,
): Promise<void> {
  const { ctx } = desk
  const sitters = await sittersOf(desk, [schoolCode])
  const parents = await boundParents(
    ctx.db,
    sitters.map(({ studentCode }) => studentCode),
  )
  if (parents.length === 0) return
  const words = await wordsOf(desk, schoolCode, sitters)
  for (const [appid, way] of await outboxesOf(
    deps,
    ctx,
    parents.map((one) => one.appid),
    template,
  )) {
    if (typeof way === 'string') throw fault('templateId', way)
    const batchId = batches.get(appid) ?? (await parentBatch(ctx, way, newsOf(desk)))
    batches.set(appid, batchId)
    const letters = parents.flatMap((one) => {
      const own = words.get(one.studentCode)
      return one.appid === appid && own ? [{ ...one, data: fillTemplate(way.letter, own) }] : []
    })
    await writeLetters(ctx, batchId, way, letters)
  }
}
