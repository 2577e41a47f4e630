import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp({ ROLES: 'web' })
const ENDPOINT = '/api/blade-resource/oss/endpoint'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const [archive] = await Promise.all(
    ['archive', 'retired'].map((ossCode) =>
      admin.post('/api/blade-resource/oss/submit', { ossCode, category: 9, bucketName: ossCode }),
    ),
  )
  const enabled = await admin.post('/api/blade-resource/oss/enable', undefined, { id: archive?.data.id })
  expect(enabled.msg).toBe('操作成功')
})

const put = (call: string, query: Record<string, unknown> = {}, body = PNG) =>
  admin.upload(`${ENDPOINT}/${call}`, query, [{ name: 'face.png', body }])

describe.each(['put-file', 'put-file-attach'])('%s', (call) => {
  test('answers address, names and the id of the attachment', async () => {
    const { data } = await put(call)
    expect(data).toMatchObject({ domain: '', name: 'face.png', originalName: 'face.png' })
    expect(data.link).toMatch(/^\/api\/blade-resource\//)
    const { data: row } = await admin.get('/api/blade-resource/attach/detail', { id: data.attachId })
    expect(row).toMatchObject({ name: 'face.png', link: data.link })
  })

  test('keeps a file under the name that is asked for', async () => {
    const { data, msg } = await put(`${call}-by-name`, { fileName: 'portrait.png' })
    expect(msg).toBe('操作成功')
    expect(data).toMatchObject({ name: 'portrait.png', originalName: 'face.png' })
    const { data: row } = await admin.get('/api/blade-resource/attach/detail', { id: data.attachId })
    expect(row.name).toBe('portrait.png')
  })

  test('keeps a file in the store whose code is named; one that is unknown or switched off is refused', async () => {
    const folder = join(app().dataDir, 'stores', TENANT, 'archive')
    const body = Buffer.concat([PNG, Buffer.from(call)])
    expect((await put(call, { code: 'archive' }, body)).msg).toBe('操作成功')
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(0)
    const said = async (code: string) => (await put(call, { code })).msg
    expect([await said('nowhere'), await said('retired')]).toEqual(['没有该编号的对象存储', '该编号的对象存储未启用'])
  })
})
