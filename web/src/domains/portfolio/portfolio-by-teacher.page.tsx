import { useQuery } from '@tanstack/react-query'
import { printCertificate } from '@xueheng/contract/domains/portfolio/certificate.ts'
import { listByTeacher, portfolioTeacher } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { PORTFOLIO_KINDS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { REASON_CHECK } from '../../platform/crud/ReasonDialog.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { readJobs } from '../../platform/jobs/jobs.ts'
import { useCan } from '../../platform/session/session.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { kindOfRow } from './kind-entity.ts'
import './portfolio.css'

const PRINT = 'portfolioteacher_print'
const SOURCE = { segment: 'listTeacherPortfolio' }

/** 教师档案查询: teachers with what they have; one opens as a whole folder, and what was approved is printed of one or of all. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [opened, open] = useState<CrudRow>()
  const [printed, print] = useState<Units>()
  return (
    <CrudPage entity={portfolioTeacher} source={SOURCE}>
      <ListToolbar>{can(PRINT) && <Button onClick={() => print({})}>{t('印制档案证明')}</Button>}</ListToolbar>
      <ListRows
        onOpen={open}
        actions={[
          { code: 'portfolioteacher_view', label: '档案', run: open },
          { code: PRINT, label: '印制证明', run: (row) => print(unitsOf(row)) },
        ]}
      />
      {opened && <Folder teacher={opened} onClose={() => open(undefined)} />}
      {printed && (
        <CallDialog
          call={printCertificate}
          initial={{ ...printed }}
          checks={REASON_CHECK}
          done="已开始印制，完成后在任务中心下载"
          onDone={readJobs}
          onClose={() => print(undefined)}
        />
      )}
    </CrudPage>
  )
}

interface Units {
  teacherCode?: string
  schoolCode?: string
}

function unitsOf({ teacherCode, schoolCode }: CrudRow): Units {
  return { teacherCode: String(teacherCode), schoolCode: String(schoolCode) }
}

function Folder({ teacher, onClose }: { teacher: CrudRow; onClose: () => void }) {
  const t = useT()
  const isPhone = usePhone()
  const teacherCode = String(teacher.teacherCode)
  const found = useQuery({
    queryKey: ['portfolio-folder', teacherCode],
    queryFn: () => callApi(listByTeacher, { teacherCode }),
  })
  const entries = found.data ?? []
  const kinds = PORTFOLIO_KINDS.map((kind) => ({ kind, own: entries.filter((entry) => kindOfRow(entry) === kind) }))
  return (
    <Drawer
      open
      size={isPhone ? '100%' : 820}
      title={`${t('教师档案')} · ${String(teacher.teacherName)}`}
      onClose={onClose}
    >
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton rows={6} />
      ) : (
        <div className="portfolio-folder">
          {kinds
            .filter(({ own }) => own.length > 0)
            .map(({ kind, own }) => (
              <section key={kind.title} aria-label={t(kind.title)}>
                {own.map((entry) => (
                  <EntryDetail key={entry.id} entry={entry} />
                ))}
              </section>
            ))}
        </div>
      )}
    </Drawer>
  )
}
