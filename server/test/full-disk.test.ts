import { randomUUID } from 'node:crypto'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@xueheng/contract/kit/error.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx, Files } from '../src/platform/ctx.ts'
import { type Desk, openDesk } from './fixtures/import-desk.ts'
import { ROSTER } from './fixtures/import-fixture.ts'
import { TENANT, useTestApp } from './harness.ts'

const FULL = errors['storage.full'].text
const ROSTER_FILE = { name: 'student.csv', body: Buffer.from(ROSTER) }

const app = useTestApp()
let desk: Desk
let examId: string
let files: Files
let owner: pg.Client

beforeAll(async () => {
  desk = await openDesk(app())
  examId = await desk.addExam('期中')
  const ctx = (await app().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  files = ctx.files
  owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await owner.query(`create function refuse_to_grow() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
})
afterAll(() => owner.end())

/** Every temporary file lies on a device that has no room. */
async function onFullDisk(work: () => Promise<void>): Promise<void> {
  const { tempPath } = files
  files.tempPath = (extension) => {
    const path = join(app().dataDir, 'tmp', `${randomUUID()}.${extension}`)
    symlinkSync('/dev/full', path)
    return path
  }
  await work().finally(() => {
    files.tempPath = tempPath
  })
}

/** The table grows no more. */
async function withFullTable(table: string, work: () => Promise<void>): Promise<void> {
  await owner.query(`create trigger full_disk before insert on ${table} for each row execute function refuse_to_grow()`)
  await work().finally(() => owner.query(`drop trigger full_disk on ${table}`))
}

describe('a full disk under the data folder', () => {
  test('refuses an upload with what to do about it; with room again the same upload succeeds', async () => {
    await onFullDisk(async () => {
      expect(await desk.upload(examId, 'student', ROSTER_FILE)).toMatchObject({ status: 503, msg: FULL })
    })
    expect(await desk.send(examId, 'student', ROSTER)).toMatchObject({ status: 3 })
  })

  test('fails a job with what to do about it; its batch may be checked again', async () => {
    const { batchId } = await desk.send(examId, 'student', ROSTER.replace('张一', '张以'))
    await onFullDisk(async () => {
      await expect(desk.run('examimport/check', { batchId })).rejects.toThrow(FULL)
    })
    expect(await desk.detail(batchId)).toMatchObject({ status: 7, message: FULL })
    await desk.run('examimport/check', { batchId })
    expect((await desk.detail(batchId)).status).toBe(3)
  })
})

describe('a full disk under the database', () => {
  test('refuses a record with what to do about it', async () => {
    await withFullTable('exam_info', async () => {
      await expect(desk.addExam('期末')).rejects.toThrow(`503 ${FULL}`)
    })
    expect(await desk.addExam('期末')).toMatch(/^\d+$/)
  })

  test('fails a job with what to do about it, and leaves nothing of what it wrote', async () => {
    const batch = await desk.send(examId, 'student', ROSTER.replace('张一', '张义'))
    await withFullTable('exam_student_import', async () => {
      const body = { batchId: batch.batchId, confirmWarnings: 1 }
      await expect(desk.run('examimport/commit', body)).rejects.toThrow(FULL)
    })
    expect(await desk.detail(batch.batchId)).toMatchObject({ status: 7, message: FULL })
    const rows = await owner.query('select 1 from exam_student_import')
    expect(rows.rows).toEqual([])
  })
})
