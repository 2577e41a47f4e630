import { factorStatus } from '@xueheng/contract/domains/sign-in/second-factor.ts'
import { confirmIdentity } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { Form, Input, Modal, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../platform/action/use-action.ts'
import { callApi } from '../platform/api/client.ts'
import { bindProof } from '../platform/api/step-up.ts'
import { useT } from '../platform/i18n/i18n.ts'
import { updateSession } from '../platform/session/store.ts'
import { AppForm } from '../platform/ui/AppForm.tsx'
import { RefusalNote } from '../platform/ui/RefusalNote.tsx'

type Way = 'password' | 'code'

/** Stands once in the shell; opens when the server wants to know who sits there, and repeats nothing by itself. */
export function ProofDialog() {
  const [settle, setSettle] = useState<(isProven: boolean) => void>()
  useEffect(() => {
    let answer: ((isProven: boolean) => void) | undefined
    bindProof(
      () =>
        new Promise((resolve) => {
          answer = resolve
          setSettle(() => resolve)
        }),
    )
    return () => {
      bindProof(undefined)
      // Whoever waits for a dialog that is gone would wait for ever, and everybody after them.
      answer?.(false)
    }
  }, [])
  if (!settle) return null
  return (
    <Proof
      onDone={(isProven) => {
        setSettle(undefined)
        settle(isProven)
      }}
    />
  )
}

function Proof({ onDone }: { onDone: (isProven: boolean) => void }) {
  const t = useT()
  const [form] = Form.useForm<{ typed: string }>()
  const [way, setWay] = useState<Way>('password')
  const hasFactor = useHasFactor()
  const proving = useAction((typed: string) => prove(way, typed), {
    isInline: true,
    done: '',
    onDone: () => onDone(true),
  })

  async function send({ typed }: { typed: string }): Promise<void> {
    if (!(await proving.run(typed))) form.resetFields()
  }

  return (
    <Modal
      open
      centered
      width={400}
      zIndex={2000}
      title={t('确认身份')}
      okText={t('确定')}
      mask={{ closable: false }}
      confirmLoading={proving.isBusy}
      onOk={form.submit}
      onCancel={() => onDone(false)}
      afterOpenChange={(isOpen) => isOpen && form.focusField('typed')}
    >
      <p>{t('接下来的操作比较敏感，请再次确认是您本人。')}</p>
      {hasFactor && <WayChoice way={way} onChange={setWay} />}
      <RefusalNote text={proving.refusal} />
      <AppForm form={form} onFinish={(typed) => void send(typed)}>
        <ProofInput way={way} />
      </AppForm>
    </Modal>
  )
}

/** The proof comes with new tokens: whoever held the old ones proved nothing. */
async function prove(way: Way, typed: string): Promise<void> {
  const { md5Hex } = await import('../platform/session/cipher.ts')
  const proof = way === 'code' ? { code: typed } : { password: md5Hex(typed) }
  const tokens = await callApi(confirmIdentity, { ...proof, isRenewed: 1 })
  if (tokens?.accessToken && tokens.refreshToken) {
    updateSession({ token: tokens.accessToken, refreshToken: tokens.refreshToken, tokenTime: Date.now() })
  }
}

function useHasFactor(): boolean {
  const [hasFactor, setHasFactor] = useState(false)
  useEffect(() => {
    callApi(factorStatus).then(
      (status) => setHasFactor(status?.isOn === 1),
      () => undefined,
    )
  }, [])
  return hasFactor
}

function WayChoice({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const t = useT()
  return (
    <Segmented<Way>
      block
      style={{ marginBottom: 'var(--xh-space-6)' }}
      value={way}
      onChange={onChange}
      options={[
        { value: 'password', label: t('密码') },
        { value: 'code', label: t('动态验证码') },
      ]}
    />
  )
}

function ProofInput({ way }: { way: Way }) {
  const t = useT()
  return (
    <Form.Item
      name="typed"
      label={t(way === 'code' ? '动态验证码' : '密码')}
      rules={[{ required: true, message: t(way === 'code' ? '请输入动态验证码' : '请输入密码') }]}
    >
      {way === 'code' ? (
        <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      ) : (
        <Input.Password autoFocus autoComplete="current-password" />
      )}
    </Form.Item>
  )
}
