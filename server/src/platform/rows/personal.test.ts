import { registry } from '@xueheng/contract'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { MOST_REVEALS } from '../access/reveal.ts'

const app = useTestApp({ ROLES: 'web' })
const PATH = registry.entity('basicStudent').paths[0] ?? ''
const REASON = '核对学籍信息'
let admin: Client
let student: Row
let code: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  student = await new RowMaker(admin).create(registry.entity('basicStudent'), { phone: '13812345678' })
  const found = await sql<{
    code: string
  }>`select student_code as code from basic_student where id = ${student['id']}`.execute(
    app().app.database.tenant(TENANT),
  )
  code = found.rows[0]?.code ?? ''
})

async function logged(call: string): Promise<Row[]> {
  const found =
    await sql<Row>`select account, row_id, new_values from operation_log where call = ${call} order by id`.execute(
      app().app.database.tenant(TENANT),
    )
  return found.rows
}

describe('a workbook with personal values', () => {
  test.each([undefined, '', '   ', '查看', ' 三个字 '])('is refused for the reason "%s"', async (reason) => {
    const answer = await admin.get(`${PATH}/export`, { reason })
    expect(answer).toMatchObject({ status: 400, msg: expect.stringMatching(/^请填写理由/) })
  })

  test('is made for a reason, which stays with the rows and the filters', async () => {
    const answer = await admin.get(`${PATH}/export`, { reason: REASON, studentName: String(student['studentName']) })
    expect(answer.status).toBe(200)
    expect(await logged('basicStudent.export')).toEqual([
      {
        account: `u${admin.userId}`,
        rowId: null,
        newValues: {
          rows: 1,
          filters: { studentName: student['studentName'] },
          reason: REASON,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
  })

  test('carries whole values for those alone who may look at each of them, and the log says so', async () => {
    const cellsFor = async (user: Client, more: object) => {
      const { raw, status } = await user.get(`${PATH}/export`, { reason: REASON, ...more })
      return { status, cells: status === 200 ? ((await readXlsx(raw)).sheets[0]?.rows ?? []).flat() : [] }
    }
    expect((await cellsFor(admin, {})).cells).not.toContain(code)
    expect((await cellsFor(admin, { isWhole: 1 })).cells).toEqual(expect.arrayContaining([code]))
    expect((await logged('basicStudent.export')).at(-1)?.newValues).toEqual({
      rows: 1,
      filters: {},
      reason: REASON,
      isWhole: true,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const clerk = await app().user({ role: 'exam', permissions: ['basicstudent_view'] })
    expect((await cellsFor(clerk, { isWhole: 1 })).status).toBe(403)
    expect((await cellsFor(clerk, {})).status).toBe(200)
    expect((await admin.get(`${PATH}/export`, { isWhole: 1 })).status).toBe(400)
  })

  test('needs none where no personal value is shown', async () => {
    expect((await admin.get('/api/blade-system/param/export')).status).toBe(200)
  })
})

describe('one personal value', () => {
  const reveal = (user: Client, body: Row) =>
    user.post(`${PATH}/reveal`, { id: student['id'], field: 'studentCode', reason: REASON, ...body })

  test('is masked in lists and details', async () => {
    const detail = await admin.get(`${PATH}/detail`, { id: student['id'] })
    expect(detail.data.studentCode).toContain('****')
    expect(detail.data.phone).toBe('138****5678')
    const list = await admin.get(`${PATH}/list`)
    expect(JSON.stringify(list.data)).not.toContain(code)
  })

  test('is shown whole for a reason and leaves a line', async () => {
    expect((await reveal(admin, {})).data).toEqual({ value: code })
    expect((await reveal(admin, { field: 'phone' })).data).toEqual({ value: '13812345678' })
    expect(await logged('basicStudent.reveal')).toEqual([
      { account: `u${admin.userId}`, rowId: student['id'], newValues: { field: 'studentCode', reason: REASON } },
      { account: `u${admin.userId}`, rowId: student['id'], newValues: { field: 'phone', reason: REASON } },
    ])
  })

  test('is not shown without a reason, a right, a row or a personal field', async () => {
    expect(await reveal(admin, { reason: '看' })).toMatchObject({ status: 400, msg: '请填写理由，至少4个字' })
    const clerk = await app().user({ role: 'exam', permissions: ['basicstudent_view'] })
    expect((await reveal(clerk, {})).status).toBe(403)
    const other = await app().user({
      role: 'school',
      schoolCode: '91110000000000000X',
      permissions: ['basicstudent_view', 'basicstudent_reveal'],
    })
    expect((await reveal(other, {})).status).toBe(404)
    expect((await reveal(admin, { field: 'studentName' })).status).toBe(404)
    expect((await reveal(admin, { field: 'createUser' })).status).toBe(404)
  })

  test('not more often than a person needs it', async () => {
    const user = await app().user({ role: 'administrator' })
    const answers = await Promise.all(Array.from({ length: MOST_REVEALS + 5 }, () => reveal(user, {})))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(MOST_REVEALS)
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.msg).toMatch(/^操作过于频繁，请\d+秒后再试$/)
  })
})
