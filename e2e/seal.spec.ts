import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { checkIntegrity } from '../server/src/domains/seal/verify-document.ts'
import { hasTool, say } from '../server/test/fixtures/pdf.ts'
import { act, confirm, front, listenForComplaints, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const EXAM = '2026届高三第一次模拟考试'
const SCHOOL = '云川市第一中学'
const STRATEGY = '对外报告'
const SEAL = `报告专用章${Date.now() % 100_000}`

/** An application becomes a seal, the seal signs a report, anybody verifies it, and what becomes of it later is told. */
test('a seal from its application to a published report that is verified, and a seal that is revoked', async ({
  page,
  browser,
}) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'school', '/seal/sealmould')
  await test.step('a school applies for a seal with its mould', () => apply(page))
  await test.step('another approves, and the seal is made', () => approveAndMake(page))
  await comeIn(page, 'school')
  const bytes = await test.step('the school has a published report sealed and downloads it', () => sealReport(page))
  await comeIn(page, 'admin')
  await test.step('programs by others verify it, and not with a byte changed', async () =>
    expectForeignVerdicts(bytes, await rootOf(page)))
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/verify')
  const verdict = stranger.getByRole('status')
  await test.step('the public page takes it, and not with a byte changed', async () => {
    await bring(stranger, bytes)
    await expect(verdict).toContainText('文件真实有效，共1个签名')
    await expect(verdict).toContainText(SEAL)
    await bring(stranger, touched(bytes))
    await expect(verdict).toContainText('文件不可信')
    await expect(verdict).toContainText('内容与签署时不同')
  })
  const code = await test.step('the seal is revoked', () => revoke(page))
  await test.step('the page says what was true when', async () => {
    await bring(stranger, bytes)
    await expect(verdict).toContainText('文件真实有效，共1个签名')
    await expect(verdict).toContainText(/签署时使用中；目前已吊销/)
    await stranger.getByRole('textbox', { name: '验真码' }).fill(code)
    await stranger.getByRole('button', { name: '查验' }).click()
    const known = stranger.getByRole('region', { name: '按验真码查验' }).getByRole('status')
    await expect(known.getByRole('row', { name: /^签署时印章状态/ })).toContainText('使用中')
    await expect(known.getByRole('row', { name: /^目前印章状态/ })).toContainText('已吊销')
    await expect(known).toContainText(EXAM)
  })
  await test.step('a revoked seal signs nothing more', async () => {
    await comeIn(page, 'school')
    await openPapers(page)
    await page.getByRole('dialog').getByLabel('加盖印章').click()
    await expect(page.locator('.ant-select-dropdown:visible').getByTitle(/章/).first()).toBeVisible()
    await expect(page.locator('.ant-select-dropdown:visible').getByTitle(SEAL)).toHaveCount(0)
  })
  await stranger.context().close()
  expect(complaints).toEqual([])
})

async function apply(page: Page): Promise<void> {
  const mould = front(page).getByRole('row', { name: /公章印模/ })
  const unit = (await mould.locator('td', { hasText: /^[0-9A-Z]{18}$/ }).innerText()).trim()
  const mouldName = (await mould.locator('td', { hasText: '公章印模' }).innerText()).trim()
  await page.goto('/seal/sesealpermit')
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '申请类型', '新制')
  await dialog.getByLabel('印章名称').fill(SEAL)
  await pick(dialog, '印章类型', '单位章')
  await pick(dialog, '印模', mouldName)
  await dialog.getByLabel('用章单位').fill(SCHOOL)
  await dialog.getByLabel('单位信用代码').fill(unit)
  await dialog.getByLabel('申请事由').fill('对外报送成绩分析报告')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  const row = front(page).getByRole('row', { name: new RegExp(SEAL) })
  await act(row, '提交审批')
  await confirm(page)
  await expect(row).toContainText('待审批')
}

async function approveAndMake(page: Page): Promise<void> {
  await comeIn(page, 'admin')
  await decide(page, '/seal/permitApproval', '通过审核')
  await decide(page, '/seal/permitMake', '制章')
}

/** Goes through the queue of a step to the seal and presses the button. */
async function decide(page: Page, path: string, button: string): Promise<void> {
  await page.goto(path)
  const line = front(page).locator('.review-queue').getByText(SEAL).first()
  await line.click()
  await expect(front(page).locator('.review-row')).toContainText(SEAL)
  // The line leaves the queue at once; what comes next needs the decision to be kept.
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/yzl-seseal/sesealpermit/') && answer.request().method() === 'POST',
  )
  await front(page).locator('.review-row').getByRole('button', { name: button, exact: true }).click()
  expect((await kept).ok()).toBe(true)
  await expect(line).toBeHidden()
}

/** From a report of the exam on the screen to the dialog of its papers. */
async function openPapers(page: Page): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: EXAM })
  await card.getByRole('link', { name: '一分两率 · 各班' }).click()
  await expect(front(page).locator('.report-table tbody tr[data-row-key]').first()).toContainText(SCHOOL)
  await front(page).getByRole('button', { name: '印制报告' }).click()
}

/** 学校分册 with the seal on it, as a job. */
async function sealReport(page: Page): Promise<Buffer> {
  await openPapers(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^学校分册/ }).check()
  await dialog.getByLabel('导出个人信息的理由').fill('学校存档并对外报送')
  await pick(dialog, '加盖印章', SEAL)
  await pick(dialog, '签章策略', STRATEGY)
  await dialog.getByRole('button', { name: '开始印制' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^任务中心/ }).click()
  const job = page
    .getByRole('region', { name: '任务中心' })
    .getByRole('listitem')
    .filter({ hasText: '学校分册' })
    .first()
  await expect(job).toContainText(`已盖「${SEAL}」`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${EXAM}_学校分册_.*_已盖章\\.pdf$`))
  return readFileSync(await download.path())
}

/** PEM of the root behind signatures of PAdES. */
function rootOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
    const path = '/api/yzl-seseal/signserver/trustchain/list?size=50'
    const { data } = await (await fetch(path, { headers: { 'Blade-Auth': token } })).json()
    const rows: { certPem: string; algorithm: string; isAnchor: number }[] = data.records
    return rows.find(({ algorithm, isAnchor }) => algorithm === 'ECDSA' && isAnchor === 1)?.certPem ?? ''
  })
}

function expectForeignVerdicts(bytes: Buffer, root: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-seal-'))
  try {
    expect(opensslSays(folder, bytes, root)).toMatch(/^(CMS )?Verification successful\s*$|^$/)
    expect(opensslSays(folder, touched(bytes), root)).toContain('Verification failure')
    if (!hasTool('pdfsig')) {
      test.info().annotations.push({ type: 'not run', description: 'pdfsig is not installed' })
      return
    }
    expect(pdfsigSays(folder, bytes)).toMatch(
      /Signature is Valid[\s\S]*Total document signed|Total document signed[\s\S]*Signature is Valid/,
    )
    expect(pdfsigSays(folder, touched(bytes))).toContain('Digest Mismatch')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What openssl says of the signature of a document; its parts lie in the folder. */
function opensslSays(folder: string, bytes: Buffer, root: string): string {
  const found = checkIntegrity(bytes)
  expect(found).toHaveLength(1)
  const path = (name: string, body: Buffer | string) => {
    writeFileSync(join(folder, name), body)
    return join(folder, name)
  }
  const signature = path('signature', found[0]?.found.contents ?? Buffer.alloc(0))
  const content = path('content', found[0]?.found.covered ?? Buffer.alloc(0))
  const form = ['cms', '-verify', '-binary', '-inform', 'DER', '-purpose', 'any', '-out', join(folder, 'out')]
  return say('openssl', [...form, '-in', signature, '-content', content, '-CAfile', path('root.pem', root)])
}

function pdfsigSays(folder: string, bytes: Buffer): string {
  const path = join(folder, 'report.pdf')
  writeFileSync(path, bytes)
  return say('pdfsig', ['-nocert', path])
}

/** One byte of what was signed, changed: the last of the file's mark, a comment that every reader leaves alone. */
function touched(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const at = bytes.indexOf('\n%') + 2
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

async function bring(stranger: Page, buffer: Buffer): Promise<void> {
  const file = { name: '学校分册.pdf', mimeType: 'application/pdf', buffer }
  await stranger.locator('.seal-verify input[type=file]').setInputFiles([file])
}

/** Answers the code of what it has signed. */
async function revoke(page: Page): Promise<string> {
  await page.goto('/seal/signserver/signlog')
  const line = front(page).getByRole('row', { name: new RegExp(SEAL) })
  await expect(line).toContainText(EXAM)
  const code = (await line.locator('td', { hasText: /^[A-Z2-9]{12}$/ }).innerText()).trim()
  await page.goto('/seal/sesealinfo')
  await act(front(page).getByRole('row', { name: new RegExp(SEAL) }), '吊销')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('原因').fill('印章遗失')
  await dialog.getByRole('button', { name: '吊销' }).click()
  await toast(page, '操作成功')
  return code
}
