import type { importBatchFields } from '@xueheng/contract/domains/exam/import.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { type Answer, type Client, TENANT, type TestApp, waitForJob } from '../../../../test/harness.ts'
import type { Db } from '../../../platform/ctx.ts'
import { SCHOOLS } from './import-fixture.ts'

const BASE = '/api/bigdata-service'

/** Ids a call may answer with. */
interface Ids {
  id: string
  jobId: string
  batchId: string
}

type BatchDetail = Row<typeof importBatchFields>

/** An administrator at the import, with the schools of the fixture and two classes each; for tests. */
export interface Desk {
  user: Client
  db: Db
  addExam(examName: string, more?: ExamOptions): Promise<string>
  post(call: string, body: Record<string, unknown>): Promise<Answer<Ids>>
  /** A call that starts a job, to its end. */
  run(call: string, body: Record<string, unknown>): Promise<Record<string, unknown>>
  upload(examId: string, kind: string, file: { name: string; body: Buffer }): Promise<Answer<Ids>>
  /** Uploads one file and answers the checked batch. */
  send(examId: string, kind: string, file: string | Buffer): Promise<BatchDetail>
  detail(batchId: string): Promise<BatchDetail>
  setStatus(examId: string, status: number): Promise<void>
}

export interface ExamOptions {
  courses?: { courseName: string; examScore: number }[]
  examMode?: string
  beginDate?: string
}

export async function openDesk(test: TestApp): Promise<Desk> {
  const user = await test.user({ role: 'administrator' })
  const db = test.app.database.tenant(TENANT)
  const post: Desk['post'] = (call, body) => user.post(`${BASE}/${call}`, body)
  const upload: Desk['upload'] = (examId, kind, file) =>
    user.upload(`${BASE}/examimport/upload`, { examId, kind }, [file])
  const detail: Desk['detail'] = async (batchId) => (await user.get(`${BASE}/examimport/detail`, { batchId })).data
  await addSchools(post)
  return {
    user,
    db,
    post,
    upload,
    detail,
    addExam: (examName, more) => addExam(post, examName, more),
    async run(call, body) {
      const answer = done(await post(call, body), call)
      return waitForJob(user, answer.data.jobId)
    },
    async send(examId, kind, file) {
      const name = typeof file === 'string' ? `${kind}.csv` : `${kind}.xlsx`
      const answer = done(await upload(examId, kind, { name, body: Buffer.from(file) }), 'upload')
      await waitForJob(user, answer.data.jobId)
      return detail(answer.data.batchId)
    },
    async setStatus(examId, status) {
      await sql`update exam_info set exam_status = ${status} where id = ${examId}`.execute(db)
    },
  }
}

function done(answer: Answer<Ids>, what: string): Answer<Ids> {
  if (answer.code !== 200) throw new Error(`${what}: ${answer.status} ${answer.msg}`)
  return answer
}

async function addSchools(post: Desk['post']): Promise<void> {
  for (const { code, name, area } of SCHOOLS) {
    const school = { schoolCode: code, schoolName: name, areaCode: area, schoolType: '4', sort: 1 }
    done(await post('basicschool/submit', school), name)
    const classes = [{ gradeCode: 12, classNum: 2, startNo: 1 }]
    done(await post(`school_classes/initClasses/${code}/2025`, classes as never), name)
  }
}

const COURSES = ['语文', '数学', '外语'].map((courseName) => ({ courseName, examScore: 150 }))

async function addExam(post: Desk['post'], examName: string, more: ExamOptions = {}): Promise<string> {
  const beginDate = more.beginDate ?? '2026-03-01'
  const made = await post('examinfo/submit', {
    examName,
    examYear: 2026,
    studyYear: 2025,
    term: 2,
    stage: '3',
    gradeCode: '12',
    enterYear: 2023,
    examType: '1',
    examMode: more.examMode ?? '1',
    artsScience: '0',
    beginDate,
    endDate: beginDate,
    areaCodes: ['990001', '990002'],
  })
  const examId = String(done(made, examName).data.id)
  const courses = (more.courses ?? COURSES).map((course) => ({ ...course, courseAlias: [], isInTotal: 1 }))
  done(await post('examinfo/submitCourse', { examId, courses }), examName)
  return examId
}
