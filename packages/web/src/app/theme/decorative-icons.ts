// Icons repeat what the text or the name of their control says, so assistive technology skips them. The icons take
// their attributes from this object of their package; the package has no setting for it.
import icons from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'

for (const attributes of Object.values(icons)) attributes['aria-hidden'] = true
