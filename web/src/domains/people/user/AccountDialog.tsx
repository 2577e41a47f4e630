import { useQuery } from '@tanstack/react-query'
import { factorReset } from '@xueheng/contract/domains/sign-in/second-factor.ts'
import {
  user,
  userLock,
  userPlatformDetail,
  userResetPassword,
  userUnlock,
  userUpdatePlatform,
} from '@xueheng/contract/domains/people/user.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { Button, Descriptions, Input, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, get } from '../../../platform/api/client.ts'
import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { IssuedDialog } from '../IssuedPasswords.tsx'
import { Bindings } from './Bindings.tsx'
import { StateTag } from './StateTag.tsx'

interface AccountDialogProps {
  row: CrudRow
  onUnits: () => void
  onClose: () => void
}

/** Everything about an account that is no word in its form: password, lock, second factor, platform, units. */
export function AccountDialog({ row, onUnits, onClose }: AccountDialogProps) {
  const t = useT()
  const found = useQuery({
    queryKey: ['crud', user.name, 'account', row.id],
    queryFn: () => get<CrudRow>(userPlatformDetail.path, { id: row.id }),
  })
  return (
    <AppModal open title={`${t('账号')} · ${String(row.account)}`} width={640} footer={null} onCancel={onClose}>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={4} />}
      {found.data && (
        <>
          <Facts row={found.data} />
          <Deeds row={found.data} onUnits={onUnits} />
          <Bindings userId={row.id} />
          <Platform key={String(found.dataUpdatedAt)} row={found.data} />
        </>
      )}
    </AppModal>
  )
}

function Facts({ row }: { row: CrudRow }) {
  const t = useT()
  const items = [
    { key: 'state', label: t('账号状态'), children: <StateTag state={row.state} /> },
    { key: 'expire', label: t('有效期至'), children: String(row.expireTime || t('长期有效')) },
    { key: 'role', label: t('所属角色'), children: String(row.roleName || '—') },
    { key: 'dept', label: t('所属部门'), children: String(row.deptName || '—') },
  ]
  return <Descriptions size="small" column={{ xs: 1, sm: 2 }} items={items} />
}

/** What is done to an account, with the question asked first. */
const DEEDS = {
  unlock: { call: userUnlock, question: '确定解除该账号的登录锁定?' },
  lock: { call: userLock, question: '冻结后该账号立即退出，解锁之前不能登录。确定冻结?' },
  freeFactor: { call: factorReset, question: '确定解除该账号的二次验证?' },
}

function Deeds({ row, onUnits }: { row: CrudRow; onUnits: () => void }) {
  const t = useT()
  const can = useCan()
  const isLocked = row.state === '已冻结'
  const [issued, setIssued] = useState<IssuedPassword[]>([])
  const resetting = useAction(() => callApi(userResetPassword, { userIds: row.id }), {
    confirm: '重置后该账号原来的密码失效，并立即退出登录。确定重置?',
    done: (answer) => (answer?.passwords?.length ? '' : '操作成功'),
    onDone: (answer) => setIssued(answer?.passwords ?? []),
  })
  const doing = useAction((deed: keyof typeof DEEDS) => callApi(DEEDS[deed].call, { userIds: row.id }), {
    confirm: (deed) => DEEDS[deed].question,
    changes: [user],
  })

  return (
    <div className="account-deeds">
      {can('user_reset') && (
        <>
          <Button onClick={() => void resetting.run()}>{t('密码重置')}</Button>
          <Button onClick={() => void doing.run('unlock')}>{t('解锁')}</Button>
          {!isLocked && (
            <Button danger onClick={() => void doing.run('lock')}>
              {t('冻结')}
            </Button>
          )}
          <Button onClick={() => void doing.run('freeFactor')}>{t('解除二次验证')}</Button>
        </>
      )}
      <Button onClick={onUnits}>{t('单位')}</Button>
      {issued.length > 0 && <IssuedDialog passwords={issued} onClose={() => setIssued([])} />}
    </div>
  )
}

/** What one of the platforms keeps about its user. */
function Platform({ row }: { row: CrudRow }) {
  const t = useT()
  const can = useCan()
  const { options } = useDictOptions('user_type')
  const [userType, setType] = useState(String(row.userType ?? '1'))
  const [userExt, setExt] = useState(String(row.userExt ?? ''))
  const saving = useAction(() => callApi(userUpdatePlatform, { userId: row.id, userType: Number(userType), userExt }))
  if (!can('user_edit')) return null
  return (
    <section className="account-platform" aria-label={t('平台设置')}>
      <h3>{t('平台设置')}</h3>
      <Select aria-label={t('用户平台')} value={userType} options={options} onChange={setType} />
      <Input.TextArea
        aria-label={t('平台信息')}
        placeholder={t('平台信息')}
        rows={2}
        maxLength={4000}
        value={userExt}
        onChange={(event) => setExt(event.target.value)}
      />
      <Button loading={saving.isBusy} onClick={() => void saving.run()}>
        {t('保存')}
      </Button>
    </section>
  )
}
