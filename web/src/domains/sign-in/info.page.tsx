import { user, userInfo } from '@xueheng/contract/domains/people/user.ts'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { OwnInfo, OwnPassword } from '../people/index.ts'
import { OwnSecurity } from './OwnSecurity.tsx'
import './info.css'

/** 个人信息: who I am to others, and my password. */
export function Page() {
  const t = useT()
  const own = useQuery({
    queryKey: [user.name, 'info'],
    queryFn: () => callApi(userInfo),
    staleTime: 0,
  })
  if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  return (
    <PageFrame title={t('个人信息')}>
      <Tabs
        className="info-tabs"
        items={[
          {
            key: 'base',
            label: t('个人信息'),
            children: own.data ? <OwnInfo own={own.data} /> : <Skeleton rows={5} />,
          },
          { key: 'password', label: t('修改密码'), children: <OwnPassword /> },
          { key: 'security', label: t('账号安全'), children: <OwnSecurity /> },
        ]}
      />
    </PageFrame>
  )
}
