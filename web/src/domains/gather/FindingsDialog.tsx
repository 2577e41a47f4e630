import { FINDINGS, type Finding, listAnalysed } from '@xueheng/contract/domains/gather/analyse.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { PagedTable } from '../../platform/ui/PagedTable.tsx'

type Found = Output<typeof listAnalysed>['records'][number]

/** A count of an analysis: what was looked for, and in which unit. */
export interface Opened {
  taskId: string
  finding: Finding
  areaCode?: string
  schoolCode?: string
  name: string
}

/** The students behind a count, as they stand now. */
export function FindingsDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const t = useT()
  const { taskId, finding, areaCode, schoolCode, name } = opened
  return (
    <AppModal open width={760} footer={null} title={`${name} · ${t(FINDINGS[finding])}`} onCancel={onClose}>
      <PagedTable<Found>
        name={['gather-findings', opened]}
        read={(page) =>
          callApi(listAnalysed, { gatherTaskId: taskId, finding, ...page, ...given({ areaCode, schoolCode }) })
        }
        keyOf={({ id }) => id}
        emptyText={t('都已改好')}
        columns={[
          { title: t('姓名'), dataIndex: 'studentName' },
          { title: t('学籍号'), dataIndex: 'studentCode' },
          { title: t('班级'), dataIndex: 'className' },
          { title: t('问题'), dataIndex: 'problem' },
        ]}
      />
    </AppModal>
  )
}

/** Filters of the list: exact codes, where there are any. */
function given(units: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(units).flatMap(([name, code]) => (code ? [[name, code] as const] : [])))
}
