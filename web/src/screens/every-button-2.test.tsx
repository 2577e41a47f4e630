import { pressEveryButton } from './_every-button.tsx'

pressEveryButton(1)
