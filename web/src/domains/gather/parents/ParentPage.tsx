import { answerLink, openLink } from '@xueheng/contract/domains/gather/gather-link.ts'
import { useQuery } from '@tanstack/react-query'
import { Result } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AntTheme } from '../../../platform/theme/AntTheme.tsx'
import { wordsOf } from '../../../platform/ui/message.ts'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { ParentForm } from './ParentForm.tsx'
import './parent-page.css'

/**
 * What parents see of a link, on a phone and without an account: their one child, or in plain words that the link is
 * over. The token stands behind `#`, which no server's log and no other site is told.
 */
export function ParentPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  return (
    <AntTheme>
      <main className="parent">
        <Opened key={token} token={token} />
      </main>
    </AntTheme>
  )
}

function Opened({ token }: { token: string }) {
  const t = useT()
  const [isDone, finish] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['gather-link', token],
    queryFn: () => callApi(openLink, { token }),
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (error || token === '')
    return <Over text={error ? wordsOf(error) : t('链接不完整：请重新扫码，或向班主任要新的链接')} />
  if (!data) return <Skeleton rows={8} />
  if (isDone)
    return (
      <Result status="success" title={t('已提交，谢谢')} subTitle={t('学校审核后生效；链接有效期内还可以再打开修改')} />
    )
  return (
    <ParentForm
      opened={data}
      send={(values) => callApi(answerLink, { token, updateTime: data.updateTime, values })}
      onDone={() => finish(true)}
    />
  )
}

function Over({ text }: { text: string }) {
  const t = useT()
  return <Result status="warning" title={t('打不开这个链接')} subTitle={t(text)} />
}
