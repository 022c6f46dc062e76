declare module '@tabler/icons-react/dist/esm/defaultAttributes.mjs' {
  const attributes: Readonly<Record<'outline' | 'filled', Record<string, string | number | boolean>>>
  export default attributes
}
