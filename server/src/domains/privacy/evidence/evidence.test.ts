import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { readBytes, readEntries, readText } from '../../../../test/unzip.ts'
import { EVIDENCE_PARTS } from '@xueheng/contract/domains/privacy/evidence.ts'
import { MOST_ROWS, noteOf, part } from './part.ts'
import { timeliness } from './registers.ts'

const app = useTestApp()
const MAKE = '/api/blade-privacy/evidence/make'
const PERIOD = { beginDate: '2026-01-01', endDate: '2099-12-31' }

let admin: Client

async function wordsOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

describe('the evidence pack', () => {
  test('is refused to whoever is no administrator, also with the right, and for days the wrong way round', async () => {
    const clerk = await app().user({ role: 'exam', permissions: ['privacyevidence_make'] })
    expect((await clerk.post(MAKE, PERIOD)).status).toBe(403)
    const turned = await admin.post(MAKE, { beginDate: '2026-02-01', endDate: '2026-01-01' })
    expect(turned.msg).toContain('结束日期不能早于开始日期')
  })

  test('is one file with a PDF, a workbook and their hashes, from the data as they are', async () => {
    await admin.post('/api/blade-privacy/datapurpose/submit', {
      purposeName: '学籍管理证据',
      dataKinds: ['4'],
      legalBasis: '2',
      storedAt: '本局机房',
      responsibleName: '李明',
      validFrom: '2026-09-01',
    })
    await admin.get('/api/bigdata-service/basicstudent/export', { reason: '核对毕业名单' })
    const { status, msg, data } = await admin.post<{ jobId: string }>(MAKE, PERIOD)
    expect(status, msg).toBe(200)
    const job = await waitForJob(admin, data.jobId, 120)
    expect(job['text']).toBe('12个部分')
    const raw = (await admin.get(`/api/blade-resource/file/${String(job['fileId'])}`)).raw
    const [pdf, xlsx, sums] = readEntries(raw)
    if (!pdf || !xlsx || !sums) throw new Error('a member is missing')
    expect([pdf.name, xlsx.name, sums.name].map((name) => name.replace(/_\d+/, ''))).toEqual([
      '合规证据.pdf',
      '合规证据.xlsx',
      'sha256.txt',
    ])
    const hashes = [pdf, xlsx].map(
      (entry) => `${createHash('sha256').update(readBytes(raw, entry)).digest('hex')}  ${entry.name}`,
    )
    expect(readText(raw, sums).trim().split('\n')).toEqual(hashes)
    const printed = await wordsOf(readBytes(raw, pdf))
    const { sheets } = await readXlsx(readBytes(raw, xlsx))
    expect(sheets.map(({ name }) => name)).toEqual(Object.values(EVIDENCE_PARTS))
    for (const title of Object.values(EVIDENCE_PARTS)) expect(printed).toContain(title)
    for (const word of ['学籍管理证据', '核对毕业名单', '完整']) {
      expect(printed).toContain(word)
      expect(JSON.stringify(sheets)).toContain(word)
    }
    const line = await sql<{ newValues: Record<string, string> }>`select new_values from operation_log
      where call = 'privacyEvidence.made'`.execute(admin.db)
    expect(Object.values(line.rows[0]?.newValues ?? {})).toContain(hashes[0]?.slice(0, 64))
  })
})

test('a part of more rows than a sheet is to have is cut, and says so', () => {
  const lines = (count: number) => Array.from({ length: count }, (_none, at) => [at, null])
  const whole = part('exports', ['条数', '理由'], lines(MOST_ROWS))
  expect([whole.rows.length, whole.rows[7], noteOf(whole, 40)]).toEqual([20_000, [7, ''], '共20000行'])
  const cut = part('exports', ['条数', '理由'], lines(MOST_ROWS + 1))
  expect(cut.rows).toHaveLength(20_000)
  expect(noteOf(cut, 40)).toBe('超过20000行，工作簿中只有前20000行，请缩短时间分次生成')
})

test.each([
  ['2026-11-10', '2026-11-10', '按期'],
  ['2026-11-10', '2026-11-11', '逾期办结'],
  ['2026-11-10', null, '已逾期'],
  ['2026-11-27', null, '未到期'],
])('a request due on %s and answered on %s is %s', (due, answered, said) => {
  expect(timeliness(due, answered, '2026-11-27')).toBe(said)
})
