import { type ExamAction, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('状态')
})

const course = [{ courseName: '语文', courseAlias: [], examScore: 150, isInTotal: 1 }]

/** The calls by which each action is asked for; steps that only a running job takes have none. */
const CALLS: Record<ExamAction, (() => Promise<Answer>)[]> = {
  edit: [
    () => desk.post('examinfo/submit', { id: examId, remark: '改' }),
    () => desk.post('examinfo/update', { id: examId, remark: '改' }),
  ],
  editCourse: [() => desk.post('examinfo/submitCourse', { examId, courses: course })],
  editRule: [
    () => desk.post('examinfo/saveRule', { examId, ruleJson: {} }),
    () => desk.post('examinfo/saveProcessItem', { examId, processingItem: 'STAT_BASE' }),
    () => desk.post('examteachercourseimport/archiveByExamId', { examId }),
    () => desk.post('examteachercourseimport/delAllByExamId', { examId }),
  ],
  editLine: [() => desk.post('examinfo/saveLineNumParams', { examId, listJSON: [{ periodName: '本科线' }] })],
  editTarget: [
    () =>
      desk.post('examlinetarget/submit', { examId, periodName: '本科线', schoolCode: SCHOOLS[0]?.code, targetNum: 1 }),
  ],
  editLevel: [
    () =>
      desk.post('examinfo/saveScoreLevelParams', {
        examId,
        deployLevelParams: [{ courseName: '语文', model: 'p312' }],
      }),
    () => desk.post('examscorestudent/deployExamScoreLevel', { examId }),
    () => desk.post('examScoreStudentCourseQuestion/deployExamScoreLevel', { examId, courseName: '语文' }),
  ],
  editPaper: [
    () => desk.post('examCoursePaperQuestion/savePaper', { examId, courseName: '语文', questions: [{}] }),
    () =>
      desk.post('examCoursePaperQuestion/submit', {
        examId,
        courseName: '语文',
        paperCode: 'A',
        questionNo: '1',
        questionType: '5',
        questionScore: 5,
      }),
    () => desk.post('examCoursePaperQuestion/importFromSelfStudy', { examId, courseName: '语文', questions: [{}] }),
    () =>
      desk.user.upload('/api/bigdata-service/examCoursePaperQuestion/import-check', { examId, courseName: '语文' }, [
        { name: 'c.csv', body: Buffer.from('题号,题型,分值\n1,解答题,5') },
      ]),
  ],
  editSchool: [() => desk.post('examinfo/saveSchoolParam', { examId, schools: [{ schoolCode: SCHOOLS[0]?.code }] })],
  remove: [() => desk.user.post('/api/bigdata-service/examinfo/remove', undefined, { ids: examId })],
  import: [() => desk.upload(examId, 'student', { name: 'a.csv', body: Buffer.from(ROSTER) })],
  importTeacher: [() => desk.upload(examId, 'teacher', { name: 'b.csv', body: Buffer.from('学校,班级,语文') })],
  importQuestion: [
    () => desk.upload(examId, 'question', { name: 'd.csv', body: Buffer.from('考号,1') }),
    () =>
      desk.post('examScoreStudentCourseQuestion/submit', {
        examId,
        courseName: '语文',
        studentNumber: '0101',
        questionNo: '1',
        score: 1,
      }),
    () => desk.post('examScoreStudentCourseQuestion/foreverDelete', { examId, examName: '状态' }),
    () =>
      desk.user.post('/api/bigdata-service/examScoreStudentCourseQuestion/remove', undefined, {
        ids: `${examId} 1 0101 1`,
      }),
    () =>
      desk.post('examScoreStudentCourseQuestion/removeByStudentNumber', {
        examId,
        courseName: '语文',
        studentNumbers: '0101',
        examName: '状态',
      }),
  ],
  archiveQuestion: [
    () => desk.post('examScoreStudentCourseQuestion/archiveByExamId', { examId }),
    () => desk.post('examScoreStudentCourseQuestion/unarchiveByExamId', { examId, reason: '小题有误' }),
  ],
  clear: [
    () => desk.post('examstudentimport/delAllByExamId', { examId, examName: '状态' }),
    () => desk.post('examscorestudentcourseimport/delAllByExamId', { examId, examName: '状态' }),
  ],
  check: [
    () => desk.post('examstudentimport/checkByExamId', { examId }),
    () => desk.post('examscorestudentcourseimport/checkByExamId', { examId }),
  ],
  archive: [
    () => desk.post('examstudentimport/archiveByExamId', { examId }),
    () => desk.post('examscorestudentcourseimport/archiveByExamId', { examId }),
  ],
  unarchive: [
    () => desk.post('examstudentimport/unarchiveByExamId', { examId, reason: '名单有误' }),
    () => desk.post('examscorestudentcourseimport/unarchiveByExamId', { examId, reason: '成绩有误' }),
  ],
  process: [
    () => desk.post('examinfo/execDataProgress', { examId }),
    () => desk.post('examdataprogresstask/execProgressAllItem', { examId }),
    () => desk.post('examdataprogresstask/execProgressItem', { examId, taskCode: 'CALC_RANK' }),
  ],
  finish: [],
  interrupt: [],
  rebuild: [],
  package: [
    () => desk.post('examinfo/execPackageExam', { examId }),
    () => desk.post('examdataprogresstask/execProgressItem', { examId, taskCode: 'PACKAGE' }),
  ],
  correct: [
    () =>
      desk.post('examscorecorrection/submit', {
        examId,
        courseName: '语文',
        studentNumber: '0101',
        newScore: '90',
        reason: '复核',
      }),
  ],
  republish: [],
  publish: [() => desk.post('examinfo/publishExam', { examId })],
  withdraw: [() => desk.post('examinfo/withdrawExam', { examId })],
  seal: [() => desk.post('examinfo/sealExam', { examId, isSealed: 1 })],
  unseal: [() => desk.post('examinfo/sealExam', { examId, isSealed: 0, reason: '复核' })],
}

/** An archived exam may be archived again, which changes nothing. */
function isRepeat(action: string, state: string): boolean {
  return action === 'archive' && state === 'archived'
}

const FORBIDDEN = Object.entries(examStates.actions).flatMap(([action, { from }]) =>
  Object.entries(examStates.states)
    .filter(([state]) => !(from as string[]).includes(state) && !isRepeat(action, state))
    .map(([_state, { value, title }]) => ({ action: action as ExamAction, value, title })),
)

describe('what the state of an exam forbids', () => {
  test.each(FORBIDDEN.filter(({ action }) => CALLS[action].length > 0))(
    '$action while $title',
    async ({ action, value, title }) => {
      await desk.setStatus(examId, value)
      for (const call of CALLS[action]) {
        const answer = await call()
        expect([answer.status, answer.msg]).toEqual([409, expect.stringContaining(`「${title}」`)])
        expect(answer.msg).toContain(examStates.actions[action].title)
      }
      const left = await sql<{ status: number; deleted: number }>`select exam_status as status, is_deleted as deleted
        from exam_info where id = ${examId}`.execute(desk.db)
      expect(left.rows).toEqual([{ status: value, deleted: 0 }])
    },
  )
})
