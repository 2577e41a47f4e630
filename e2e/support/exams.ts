import type { Page } from '@playwright/test'
import { newExam } from '../../server/test/fixtures/new-exam.ts'

const BASE = '/api/bigdata-service'
let exams = 0

/** An exam that takes scores, of 语文 and 数学 if nothing else is said; answers its id. */
export function addExam(
  page: Page,
  more: object = {},
  courseNames = ['语文', '数学'],
  examScore = 150,
): Promise<string> {
  const exam = { ...newExam(`学校报送${Date.now() % 100_000}-${++exams}`, []), ...more }
  return page.evaluate(
    async ({ base, body, names, full }) => {
      const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
      const headers = { 'Blade-Auth': token, 'Content-Type': 'application/json' }
      const ask = async (path: string, options: RequestInit = {}) =>
        (await (await fetch(`${base}/${path}`, { headers, ...options })).json()).data
      const post = (path: string, sent: object) => ask(path, { method: 'POST', body: JSON.stringify(sent) })
      const { records } = await ask('examinfo/list?size=1')
      const made = await post('examinfo/submit', { ...body, areaCodes: records[0].areaCodes })
      const courses = names.map((courseName) => ({ courseName, courseAlias: [], examScore: full, isInTotal: 1 }))
      await post('examinfo/submitCourse', { examId: made.id, courses })
      return String(made.id)
    },
    { base: BASE, body: exam, names: courseNames, full: examScore },
  )
}

/** The id of the exam of this name. */
export function findExam(page: Page, examName: string): Promise<string> {
  return page.evaluate(
    async ({ base, name }) => {
      const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
      const query = new URLSearchParams({ examName: name, size: '1' })
      const answer = await fetch(`${base}/examinfo/list?${query}`, { headers: { 'Blade-Auth': token } })
      return String((await answer.json()).data.records[0].id)
    },
    { base: BASE, name: examName },
  )
}
