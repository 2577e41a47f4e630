import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { checkIntegrity } from '../server/src/domains/seal/verify-document.ts'
import { hasTool, pdfOf, say } from '../server/test/fixtures/pdf.ts'
import { act, front, listenForComplaints, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const JOB_MS = 60_000
const STRATEGY = '对外报告'

interface Made {
  sealName: string
  unitName: string
  deptUscc: string
}

/** What a page would ask the server for, as who is signed in. */
function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([url, sent]) => {
      const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
      const headers = { 'Blade-Auth': token, 'Content-Type': 'application/json' }
      const more = sent ? { method: 'POST', body: JSON.stringify(sent) } : {}
      const answer = await (await fetch(`/api/yzl-seseal/${String(url)}`, { headers, ...more })).json()
      if (!answer.success) throw new Error(answer.msg)
      return answer.data
    },
    [path, body] as const,
  ) as Promise<T>
}

/** An application with the mould of a unit that has its certificates, handed in by its author. */
async function apply(page: Page): Promise<Made> {
  await comeIn(page, 'exam', '/seal/sesealpermit')
  const moulds = await ask<{ records: { id: string; sealText: string; deptUscc: string }[] }>(
    page,
    'sealmould/list?size=1',
  )
  const mould = moulds.records[0]
  if (!mould) throw new Error('the demo has no mould')
  const made = { sealName: `报告专用章${Date.now() % 100_000}`, unitName: mould.sealText, deptUscc: mould.deptUscc }
  const { id } = await ask<{ id: string }>(page, 'sesealpermit/submit', {
    ...made,
    applyType: 1,
    sealType: 1,
    mouldId: mould.id,
  })
  await ask(page, 'sesealpermit/send', { ids: id })
  return made
}

/** Goes through the queue of a step to the seal of that name and presses the button. */
async function decide(page: Page, path: string, sealName: string, button: string): Promise<void> {
  await page.goto(path)
  const line = front(page).locator('.review-queue').getByText(sealName).first()
  await line.click()
  await expect(front(page).locator('.review-row')).toContainText(sealName)
  await front(page).locator('.review-row').getByRole('button', { name: button, exact: true }).click()
  await expect(line).toBeHidden()
}

async function bring(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: 'application/pdf', buffer }
  await page.locator('.seal-verify input[type=file]').setInputFiles([file])
}

/** What openssl says of the signature of a document; its parts lie in the folder. */
function opensslSays(folder: string, bytes: Buffer, root: string): string {
  const [one] = checkIntegrity(bytes)
  const path = (name: string, body: Buffer | string) => {
    writeFileSync(join(folder, name), body)
    return join(folder, name)
  }
  const signature = path('signature', one?.found.contents ?? Buffer.alloc(0))
  const content = path('content', one?.found.covered ?? Buffer.alloc(0))
  const trusted = path('root.pem', root)
  const form = ['cms', '-verify', '-binary', '-inform', 'DER', '-purpose', 'any', '-out', join(folder, 'out')]
  return say('openssl', [...form, '-in', signature, '-content', content, '-CAfile', trusted])
}

/** An application becomes a seal, the seal signs a report, anybody verifies it, and what becomes of it later is told. */
test('a seal from its application to a document that is verified and a seal that is revoked', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const complaints = listenForComplaints(page)
  const folder = mkdtempSync(join(tmpdir(), 'e2e-seal-'))
  const { sealName } = await apply(page)
  await comeIn(page, 'admin')
  await decide(page, '/seal/sesealpermit/approval', sealName, '通过审核')
  await decide(page, '/seal/permitMake', sealName, '制章')

  await page.goto('/seal/signserver/sign')
  await pick(front(page), '印章', sealName)
  await pick(front(page), '签章策略', STRATEGY)
  const report = {
    name: '学校报告.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf([{ text: 'Report' }, { text: 'Two' }]),
  }
  await front(page).locator('.seal-sign input[type=file]').setInputFiles([report])
  await front(page).getByRole('button', { name: '盖章', exact: true }).click()
  await expect(front(page).locator('.seal-sign .ant-alert').last()).toContainText('1份已盖章', { timeout: JOB_MS })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    front(page).getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('学校报告_已盖章.pdf')
  const bytes = readFileSync(await download.path())

  const chain = await ask<{ records: { certPem: string; algorithm: string; isAnchor: number }[] }>(
    page,
    'signserver/trustchain/list?size=50',
  )
  const details = chain.records.filter(({ algorithm, isAnchor }) => algorithm === 'ECDSA' && isAnchor === 1)
  const root = details[0]?.certPem ?? ''
  expect(opensslSays(folder, bytes, root)).not.toContain('failure')
  expect(checkIntegrity(bytes)).toHaveLength(1)
  if (hasTool('pdfsig')) {
    writeFileSync(join(folder, 'sealed.pdf'), bytes)
    const said = say('pdfsig', ['-nocert', join(folder, 'sealed.pdf')])
    expect(said).toContain('Signature is Valid')
    expect(said).toContain('Total document signed')
  }

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/verify')
  await bring(stranger, '学校报告.pdf', bytes)
  const verdict = stranger.getByRole('status')
  await expect(verdict).toContainText('文件真实有效，共1个签名')
  const touched = Buffer.from(bytes)
  touched[bytes.indexOf('(Report)') + 1] = 'S'.codePointAt(0) ?? 0
  await bring(stranger, '改过.pdf', touched)
  await expect(verdict).toContainText('文件不可信')
  await expect(verdict).toContainText('内容与签署时不同')

  await page.goto('/seal/sesealinfo')
  const row = front(page).locator('tr', { hasText: sealName })
  await act(row, '吊销')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('原因').fill('印章遗失')
  await dialog.getByRole('button', { name: '吊销' }).click()
  await toast(page, '操作成功')
  await bring(stranger, '学校报告.pdf', bytes)
  await expect(verdict).toContainText('文件真实有效')
  await expect(verdict).toContainText(/签署时使用中；目前已吊销/)
  const { records } = await ask<{ records: { verifyCode: string }[] }>(page, 'signserver/signlog/list?size=1')
  await stranger.getByRole('textbox', { name: '验真码' }).fill(records[0]?.verifyCode ?? '')
  await stranger.getByRole('button', { name: '查验' }).click()
  await expect(stranger.getByRole('status').last()).toContainText('已吊销')
  await stranger.context().close()
  rmSync(folder, { recursive: true })
  expect(complaints).toEqual([])
})
