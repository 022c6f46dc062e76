declare module '@tabler/icons-react/dist/esm/defaultAttributes.mjs' {
  const attributes: Readonly<Record<'outline' | 'filled', Record<string, string | number | boolean>>>
  export default attributes
}

declare module '@tabler/icons-react/dist/esm/icons/IconPlus.mjs' {
  import type { Icon } from '@tabler/icons-react'
  const IconPlus: Icon
  export default IconPlus
}
