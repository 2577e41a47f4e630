import {
  factorConfirm,
  factorEnrol,
  factorRecovery,
  factorRemove,
  factorStatus,
} from '@xueheng/contract/domains/sign-in/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Space, Tag } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AppForm } from '../../platform/ui/AppForm.tsx'

interface Key {
  secret: string
  picture: string
}

const QUERY = ['second-factor']

/** 二次验证: an authenticator beside the password, and codes for the day it is lost. */
export function OwnFactor({ onDone }: { onDone?: () => void }) {
  const t = useT()
  const status = useQuery({ queryKey: QUERY, queryFn: () => callApi(factorStatus), staleTime: 0 })
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<string[]>()
  const changes = [QUERY]
  const enrolling = useAction(() => callApi(factorEnrol), {
    done: '',
    changes,
    onDone: (answer) => setKey(answer ?? undefined),
  })
  const renewing = useAction(() => callApi(factorRecovery), {
    done: '',
    changes,
    onDone: (answer) => setCodes(answer?.recoveryCodes),
  })
  const removing = useAction(() => callApi(factorRemove), {
    confirm: { text: '确定停用二次验证?', isDanger: true },
    changes,
  })

  if (status.error) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  if (!status.data) return <Skeleton rows={2} />
  if (codes) return <RecoveryCodes codes={codes} onDone={() => (setCodes(undefined), onDone?.())} />
  if (key) {
    return (
      <Enrolment
        secret={key}
        onDone={(next) => {
          setKey(undefined)
          setCodes(next)
          void status.refetch()
        }}
      />
    )
  }
  const { isOn, isDemanded, recoveryCodes } = status.data
  if (isOn !== 1)
    return (
      <Button type="primary" onClick={() => void enrolling.run()}>
        {t('绑定验证器')}
      </Button>
    )
  return (
    <Space wrap>
      <Tag color="success">{t('已启用')}</Tag>
      <span>{t('剩余 {n} 个恢复码', { n: recoveryCodes })}</span>
      <Button onClick={() => void renewing.run()}>{t('重新生成恢复码')}</Button>
      {isDemanded !== 1 && (
        <Button danger onClick={() => void removing.run()}>
          {t('停用')}
        </Button>
      )}
    </Space>
  )
}

function Enrolment({ secret, onDone }: { secret: Key; onDone: (codes: string[]) => void }) {
  const t = useT()
  const confirming = useAction(({ code }: { code: string }) => callApi(factorConfirm, { code }), {
    isInline: true,
    done: '',
    onDone: (answer) => onDone(answer?.recoveryCodes ?? []),
  })

  return (
    <div className="factor">
      <p>{t('用验证器应用扫描二维码，或手工输入密钥，然后填写应用上显示的6位数字。')}</p>
      <img
        className="factor-picture"
        alt={t('二维码')}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.picture)}`}
      />
      <p>
        {t('密钥')}：<code className="factor-key">{secret.secret.replaceAll(/(.{4})/g, '$1 ')}</code>
      </p>
      <RefusalNote text={confirming.refusal} />
      <AppForm layout="inline" onFinish={(typed: { code: string }) => void confirming.run(typed)}>
        <Form.Item name="code" rules={[{ required: true, message: t('请输入动态验证码') }]}>
          <Input
            aria-label={t('动态验证码')}
            placeholder={t('动态验证码')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={confirming.isBusy}>
          {t('启用')}
        </Button>
      </AppForm>
    </div>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useT()
  return (
    <div className="factor">
      <Alert
        type="warning"
        showIcon
        title={t('请保存恢复码：手机丢失时，每个恢复码可以代替一次动态验证码。它们只显示这一次。')}
      />
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Space>
        <Button onClick={() => void navigator.clipboard?.writeText(codes.join('\n'))}>{t('复制')}</Button>
        <Button type="primary" onClick={onDone}>
          {t('我已保存')}
        </Button>
      </Space>
    </div>
  )
}
