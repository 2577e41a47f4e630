import { useState } from 'react'
import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useJobs } from '../../platform/jobs/jobs.ts'
import { PendingReviews } from '../../platform/review/PendingReviews.tsx'
import { type MenuItem, useSession } from '../../platform/session/store.ts'
import type { PageProps } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { MenuIcon } from '../../platform/ui/MenuIcon.tsx'
import { rangePath } from '../ink-range.ts'
import { flatItems, placeOf } from '../screens/resolve.ts'
import { JobLine } from '../top/JobLine.tsx'
import './home.css'

const NOTHING: string[] = []

interface HomeProps {
  /** What the domains have to say on the start page. */
  desks: ComponentType<PageProps>[]
}

/** The start page: who and when, what is to be done, the ways into the work, and what the machine is busy with. */
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
          <Entries />
        </div>
        <Work />
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
      <h1>{t('{hello}，{name}', { hello: t(helloAt(now.getHours())), name: user?.name ?? '' })}</h1>
    </header>
  )
}

function helloAt(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 12) return '上午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** Every screen the user has, group by group: the menu as a table of contents. */
function Entries() {
  const t = useT()
  const menu = useSession((session) => session.granted)
  return (
    <section className="home-entries" aria-label={t('功能')}>
      {menu.length === 0 && <Empty title={t('还没有可用的功能')} hint={t('请联系管理员为您的角色分配菜单')} />}
      {menu.map((group) => (
        <article key={group.id}>
          <h2>
            <MenuIcon name={group.source} />
            {t(group.name)}
          </h2>
          <ul>
            {flatItems([group]).map((item) => (
              <Entry key={item.id} item={item} />
            ))}
          </ul>
        </article>
      ))}
    </section>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const t = useT()
  const { path, isWindow } = placeOf(item)
  return (
    <li>
      <Link to={path} target={isWindow ? '_blank' : undefined}>
        {t(item.name)}
      </Link>
    </li>
  )
}

function Work() {
  const t = useT()
  const jobs = useJobs().slice(0, 6)
  return (
    <section className="home-work" aria-label={t('最近任务')}>
      <h2>{t('最近任务')}</h2>
      {jobs.length === 0 ? (
        <Empty title={t('还没有任务')} hint={t('导入、校验、计算和打包都会在这里显示进度')} />
      ) : (
        <ul>
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}
