import { printCertificate } from '@xueheng/contract/domains/portfolio/certificate.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx, JobProgress, JobResult, SealChoice } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { implement } from '../../platform/module.ts'
import { type Papers, printPapers } from '../../platform/paper/print-papers.ts'
import { sealOf } from '../../platform/paper/sealer.ts'
import { requiredReason } from '../../platform/rows/export.ts'
import { labelsOf } from '../../platform/rows/labels.ts'
import { fromDatabase, selectColumns } from '../../platform/rows/rows.ts'
import { tenantName } from '../tenancy/index.ts'
import { CERTIFICATE, toCertificate } from './certificate-doc.ts'
import type { Entry } from './rules.ts'

type Asked = Input<typeof printCertificate>
type Payload = Pick<Asked, 'teacherCode' | 'schoolCode'> & { seal?: SealChoice | undefined }

const { title } = printCertificate

/** Certificates of portfolios, one a teacher and school. */
export const certificateJob = defineJob<Payload>({ name: 'portfolio.print-certificates', title, run: print })

export const certificateHandler = implement(printCertificate, async (ctx, asked) => {
  const { teacherCode, schoolCode } = asked
  const reason = requiredReason(asked.reason)
  const seal = await sealOf(ctx, asked, 'pdf', 'portfolio')
  await logOperation(ctx, printCertificate.name, title, {
    entity: teacherPortfolio.name,
    after: { teacherCode, schoolCode, reason, ...seal },
  })
  return { jobId: await ctx.jobs.start(ctx, certificateJob, { teacherCode, schoolCode, seal }, CERTIFICATE) }
})

async function print(ctx: Ctx, payload: Payload, progress: JobProgress): Promise<JobResult> {
  await progress.report({ step: '读取数据' })
  const folders = await passedEntries(ctx, payload)
  if (folders.length === 0) throw refuse('所选范围内没有审核通过的档案')
  const labels = await labelsOf(ctx, Object.entries(teacherPortfolio.fields))
  const bureau = await tenantName(ctx)
  const [only] = folders
  const name = [CERTIFICATE, folders.length === 1 && only?.[0]?.teacherName, wallDay(ctx.now).replaceAll('-', '')]
  const papers: Papers = {
    name: name.filter(Boolean).join('_'),
    format: 'pdf',
    docs: folders.map((entries) => async (press) => ({
      name: nameOf(entries),
      body: await press.print(toCertificate(ctx, bureau, entries, labels)),
    })),
    seal: payload.seal,
  }
  return printPapers(ctx, papers, progress, async (inside, fileId) => {
    const rows = folders.flat().length
    await logOperation(inside, `${printCertificate.name}.made`, `${CERTIFICATE}印成`, {
      entity: teacherPortfolio.name,
      after: { documents: folders.length, rows },
    })
    return { text: `${folders.length}份`, fileId }
  })
}

/** What the reader sees of those teachers, approved and in force, a folder a teacher and school. */
async function passedEntries(ctx: Ctx, { teacherCode, schoolCode }: Payload): Promise<Entry[][]> {
  const { rows } = await sql<Entry>`select ${selectColumns(teacherPortfolio)} from ${visible(ctx, teacherPortfolio)} e
    where audit_status = ${portfolioStates.states.passed.value}
      and (${teacherCode}::varchar is null or teacher_code = ${teacherCode})
      and (${schoolCode}::varchar is null or school_code = ${schoolCode})
    order by school_code, teacher_code, portfolio_type, portfolio_child_type, cert_date, id`.execute(ctx.db)
  const folders = new Map<string, Entry[]>()
  for (const entry of fromDatabase(teacherPortfolio, rows)) {
    const key = `${entry.schoolCode}/${entry.teacherCode}`
    folders.set(key, [...(folders.get(key) ?? []), entry])
  }
  return [...folders.values()]
}

function nameOf([first]: Entry[]): string {
  return [first?.schoolCode, first?.teacherName, first?.teacherCode, CERTIFICATE].filter(Boolean).join('_')
}
