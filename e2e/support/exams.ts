import type { Page } from '@playwright/test'
import { newExam } from '../../server/test/fixtures/new-exam.ts'

const BASE = '/api/bigdata-service'
let exams = 0

/** An exam that takes scores of two courses; answers its id. */
export function addExam(page: Page): Promise<string> {
  return page.evaluate(
    async ({ base, body }) => {
      const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
      const headers = { 'Blade-Auth': token, 'Content-Type': 'application/json' }
      const ask = async (path: string, more: RequestInit = {}) =>
        (await (await fetch(`${base}/${path}`, { headers, ...more })).json()).data
      const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) })
      const { records } = await ask('examinfo/list?size=1')
      const made = await post('examinfo/submit', { ...body, areaCodes: records[0].areaCodes })
      const courses = ['语文', '数学'].map((courseName) => ({
        courseName,
        courseAlias: [],
        examScore: 150,
        isInTotal: 1,
      }))
      await post('examinfo/submitCourse', { examId: made.id, courses })
      return String(made.id)
    },
    { base: BASE, body: newExam(`学校报送${Date.now() % 100_000}-${++exams}`, []) },
  )
}
