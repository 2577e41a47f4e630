import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { AreaProgress } from './task/AreaProgress.tsx'
import { OneTask } from './task/OneTask.tsx'
import { RemindButton } from './task/RemindButton.tsx'
import { SchoolProgress } from './task/SchoolProgress.tsx'

/** 考务任务进度: areas of a task, and the schools of one; task and area are in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const areaCode = search.get('areaCode') ?? undefined
  const openArea = (code: string | undefined) => setSearch({ areaCode: code })
  return (
    <PageFrame title={t('考务任务进度')}>
      <OneTask forget={['areaCode']} actions={(task) => <RemindButton {...{ task, areaCode }} />}>
        {(task) =>
          areaCode ? (
            <SchoolProgress {...{ task, areaCode }} onBack={() => openArea(undefined)} />
          ) : (
            <AreaProgress {...{ task }} onOpen={openArea} />
          )
        }
      </OneTask>
    </PageFrame>
  )
}
