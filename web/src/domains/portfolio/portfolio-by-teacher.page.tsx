import { useQuery } from '@tanstack/react-query'
import { listByTeacher, portfolioTeacher } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { PORTFOLIO_KINDS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { Drawer } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { usePhone } from '../../platform/crud/use-phone.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { EntryDetail } from './EntryDetail.tsx'
import { kindOfRow } from './kind-entity.ts'
import './portfolio.css'

const SOURCE = { segment: 'listTeacherPortfolio' }

/** 教师档案查询: teachers with what they have; one opens as a whole folder. */
export function Page() {
  const [opened, open] = useState<CrudRow>()
  return (
    <CrudPage entity={portfolioTeacher} source={SOURCE}>
      <ListToolbar />
      <ListRows onOpen={open} actions={[{ code: 'portfolioteacher_view', label: '档案', run: open }]} />
      {opened && <Folder teacher={opened} onClose={() => open(undefined)} />}
    </CrudPage>
  )
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
