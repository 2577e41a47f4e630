import {
  type WxMenuButton,
  MENU_LIMITS,
  menuGet,
  menuProblems,
  menuUpdate,
} from '@xueheng/contract/domains/mp/wx-menu.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ButtonForm } from './ButtonForm.tsx'
import { type Place, addButton, buttonAt, changeButton, moveButton, placeText, removeButton } from './menu-tree.ts'
import { MpPage } from './MpPage.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'

const KEY = ['mp', 'menu']

/** 公众号菜单: drawn as on the phone, changed beside it, published as a whole. */
export function Page() {
  const t = useT()
  const found = useQuery({ queryKey: KEY, queryFn: () => callApi(menuGet) })
  const menu = found.data
  return (
    <MpPage title="公众号菜单" isFilled={false} hint={t('发布后手机上最多五分钟看到')}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !menu ? (
        <Skeleton rows={8} />
      ) : (
        <>
          {menu.isKept === 1 && (
            <p role="status" className="mp-note">
              {t('微信暂时无法读取，这是{time}保存的菜单', { time: formatTime(menu.keptTime) })}
            </p>
          )}
          <Editor key={found.dataUpdatedAt} saved={menu.menu.buttons ?? []} />
        </>
      )}
    </MpPage>
  )
}

function Editor({ saved }: { saved: WxMenuButton[] }) {
  const t = useT()
  const can = useCan()
  const [buttons, setButtons] = useState(saved)
  const [place, pick] = useState<Place | undefined>(saved.length > 0 ? [0] : undefined)
  const problems = menuProblems(buttons)
  const publishing = useAction(() => callApi(menuUpdate, { buttons }), {
    confirm:
      buttons.length === 0 ? { text: t('没有按钮，将删除公众号菜单，确定?'), isDanger: true } : t('确定发布菜单?'),
    done: t('已发布'),
    changes: [KEY],
  })
  const add = (parent: number | undefined) => {
    const [next, at] = addButton(buttons, parent, t(parent === undefined ? '菜单' : '子菜单'))
    setButtons(next)
    pick(at)
  }
  const isChanged = JSON.stringify(buttons) !== JSON.stringify(saved)
  return (
    <div className="mp-menu">
      <PhoneMenu
        buttons={buttons}
        picked={place}
        onPick={pick}
        onAdd={can('wxmenu_publish') ? add : undefined}
        limits={{ first: MENU_LIMITS.first, second: MENU_LIMITS.second }}
      />
      <div className="mp-menu-side">
        <Picked {...{ buttons, place, problems, pick, setButtons }} />
        {can('wxmenu_publish') && (
          <div className="mp-toolbar">
            <Button
              type="primary"
              disabled={problems.length > 0}
              loading={publishing.isBusy}
              onClick={() => void publishing.run()}
            >
              {t('发布')}
            </Button>
            <Button disabled={!isChanged} onClick={() => setButtons(saved)}>
              {t('还原')}
            </Button>
            {problems.length > 0 && <span role="alert">{t('还有{n}处需要修改', { n: problems.length })}</span>}
          </div>
        )}
      </div>
    </div>
  )
}

interface PickedProps {
  buttons: WxMenuButton[]
  place: Place | undefined
  problems: ReturnType<typeof menuProblems>
  pick: (place: Place | undefined) => void
  setButtons: (buttons: WxMenuButton[]) => void
}

/** The form of the picked button. */
function Picked({ buttons, place, problems, pick, setButtons }: PickedProps) {
  const t = useT()
  const can = useCan()
  const picked = place && buttonAt(buttons, place)
  if (!picked || !place) return <p className="mp-note">{t('在左边选择一个按钮，或添加一个')}</p>
  const own = problems.filter((one) => one.place === placeText(place))
  return (
    <ButtonForm
      key={placeText(place)}
      button={picked}
      problems={own.map((one) => one.message)}
      isReadOnly={!can('wxmenu_publish')}
      onChange={(button) => setButtons(changeButton(buttons, place, button))}
      onMove={(step) => {
        const [next, at] = moveButton(buttons, place, step)
        setButtons(next)
        pick(at)
      }}
      onRemove={() => {
        setButtons(removeButton(buttons, place))
        pick(undefined)
      }}
    />
  )
}
