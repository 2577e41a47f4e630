import { type ComponentType, Suspense, useState } from 'react'
import { wallTime } from '../../platform/i18n/clock.ts'
import { formatDay } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useJobs } from '../../platform/jobs/jobs.ts'
import { PendingReviews } from '../../platform/review/PendingReviews.tsx'
import { useSession } from '../../platform/session/store.ts'
import type { PageProps } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { rangePath } from '../ink-range.ts'
import { JobLine } from '../top/JobLine.tsx'
import { NoticeDialog } from '../top/NoticeDialog.tsx'
import { NoticeList } from '../top/NoticeList.tsx'
import { useOpenNotice, useUnreadNotices } from '../top/notices.ts'
import './home.css'

const NOTHING: string[] = []
const MOST_JOBS = 6

interface HomeProps {
  /** What the domains have to say on the start page. */
  desks: ComponentType<PageProps>[]
}

/** The start page: what waits for the user, how the exams stand, what was announced, and what the machine is busy with. */
export function Home({ desks }: HomeProps) {
  return (
    <div className="home">
      <Greeting />
      <div className="home-columns">
        <div>
          <PendingReviews />
          <Suspense fallback={<Skeleton rows={3} />}>
            {desks.map((Desk, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <Desk key={at} rest={NOTHING} />
            ))}
          </Suspense>
          <NoScreens />
        </div>
        <aside className="home-side">
          <Notices />
          <Work />
        </aside>
      </div>
    </div>
  )
}

function Greeting() {
  const t = useT()
  const user = useSession((session) => session.user)
  const [now] = useState(() => new Date())
  return (
    <header className="home-hello">
      <svg viewBox="0 0 1200 120" preserveAspectRatio="none" aria-hidden="true">
        <path
          d={rangePath(
            [
              { at: 0.55, wide: 0.2, high: 0.5 },
              { at: 0.92, wide: 0.16, high: 0.85 },
            ],
            1200,
            120,
          )}
        />
        <path
          d={rangePath(
            [
              { at: 0.75, wide: 0.12, high: 0.62 },
              { at: 1, wide: 0.09, high: 0.4 },
            ],
            1200,
            120,
          )}
        />
      </svg>
      <p>{formatDay(now)}</p>
      <h1>{t('{hello}，{name}', { hello: t(helloAt(wallTime(now).hour)), name: user?.name ?? '' })}</h1>
    </header>
  )
}

function helloAt(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 12) return '上午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** Somebody whose role has no menu yet is told whom to ask. */
function NoScreens() {
  const t = useT()
  const menu = useSession((session) => session.granted)
  if (menu.length > 0) return null
  return <Empty title={t('还没有可用的功能')} hint={t('请联系管理员为您的角色分配菜单')} />
}

/** What has been announced, and how much of it is unread. */
function Notices() {
  const t = useT()
  const unread = useUnreadNotices()
  const { shown, open, close } = useOpenNotice()
  return (
    <section className="home-notices" aria-label={t('通知公告')}>
      <h2>
        {t('通知公告')}
        {unread > 0 && <small>{t('{n}条未读', { n: unread })}</small>}
      </h2>
      <NoticeList onPick={open} />
      <NoticeDialog notice={shown} onClose={close} />
    </section>
  )
}

/** What the machine does for the user; nothing where it does nothing. */
function Work() {
  const t = useT()
  const jobs = useJobs().slice(0, MOST_JOBS)
  if (jobs.length === 0) return null
  return (
    <section className="home-work" aria-label={t('最近任务')}>
      <h2>{t('最近任务')}</h2>
      <ul>
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  )
}
