import { type Asked, gatherTask, prefilledShare } from '@xueheng/contract/domains/gather/gather-task.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import './gather.css'

/** How much of the collection that is looked at came by itself, in one line above its rows. */
export function PrefilledShare({ asked }: { asked: Asked }) {
  const t = useT()
  const [search] = useTabSearch()
  const id = search.get('gatherTaskId') ?? ''
  const { data } = useQuery({
    queryKey: ['crud', gatherTask.name, 'prefilled', id],
    queryFn: () => callApi(prefilledShare, { id }),
    enabled: id !== '',
  })
  const percent = asked === 'student' ? data?.studentPercent : data?.teacherPercent
  if (id === '' || !data || percent === null || percent === undefined) return null
  const [done, all] =
    asked === 'student'
      ? [data.studentPrefilledNum, data.studentAskedNum]
      : [data.teacherPrefilledNum, data.teacherAskedNum]
  return (
    <p className="gather-share">
      {t('已带出 {percent}% 的采集项（{done}/{all}），只需改正不对的', {
        percent,
        done: formatNumber(done),
        all: formatNumber(all),
      })}
    </p>
  )
}
