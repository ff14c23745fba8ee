/** Models on this device, in Hindi. */
import type { device as english } from '../en/device.ts';
import type { Translation } from '../index.ts';

export const device: Translation<typeof english> = {
  'device.title': 'इस डिवाइस पर',
  'device.hint':
    'ऐसे मॉडल जो यहीं चलते हैं, बिना सर्वर और बिना कुंजी के। ये छोटे हैं: किसी सेवा से धीमे और कम सक्षम, लेकिन आपका लिखा हुआ कुछ भी डिवाइस से बाहर नहीं जाता।',
  'device.built-in': 'इस ब्राउज़र का मॉडल',
  'device.built-in-unsupported': 'इस ब्राउज़र में नहीं',
  'device.built-in-unavailable': 'आपके ब्राउज़र में एक मॉडल है, लेकिन इस डिवाइस के लिए नहीं।',
  'device.built-in-downloadable': 'आपका ब्राउज़र इसे डाउनलोड कर सकता है, सभी वेबसाइटों के लिए एक ही बार।',
  'device.built-in-downloading': 'आपका ब्राउज़र इसे डाउनलोड कर रहा है।',
  'device.built-in-available': 'तैयार',
  'device.use': 'चैट में इस्तेमाल करें',
  'device.use-named': 'चैट में इस्तेमाल करें: {name}',
  'device.download': 'डाउनलोड करें',
  'device.downloading': 'डाउनलोड हो रहा है',
  'device.copying': 'कॉपी हो रहा है',
  'device.loading': 'मेमोरी में लोड हो रहा है',
  'device.percent': '{percent}%',
  'device.cancel': 'रद्द करें',
  'device.cancel-named': 'रद्द करें: {name}',
  'device.remove': '{name} को मिटाएं',
  'device.remove-ask': '{name} को मिटाकर {size} जगह खाली करें?',
  'device.remove-now': 'मिटाएं',
  'device.keep': 'रहने दें',
  'device.removed': '{name} को मिटा दिया गया।',
  'device.add': 'मॉडल फ़ाइल जोड़ें',
  'device.choose': 'GGUF फ़ाइल चुनें',
  'device.address': 'या उसका वेब पता',
  'device.address-hint': 'बटन दबाने पर ही वहां से इस डिवाइस पर डाउनलोड होता है, उससे पहले नहीं।',
  'device.suggestions': 'शुरुआत के लिए छोटे मॉडल',
  'device.added': '{name} अब यहां है ({size})।',
  'device.error-not_gguf': 'यह GGUF फ़ाइल नहीं है। ऐसी फ़ाइल चुनें जिसके नाम के आखिर में .gguf हो।',
  'device.error-name_taken': 'इस नाम की फ़ाइल यहां पहले से है। पहले उसे मिटाएं या नई फ़ाइल का नाम बदलें।',
  'device.error-storage_full': 'इस फ़ाइल के लिए जगह कम है। कुछ जगह खाली करें या कोई छोटा मॉडल चुनें।',
  'device.error-cancelled': 'रद्द किया गया। इसका कोई हिस्सा नहीं रखा गया।',
  'device.error-bad_url': 'यह https:// से शुरू होने वाला वेब पता नहीं है। इसे ठीक करें, फिर दोबारा कोशिश करें।',
  'device.error-unreachable':
    'इस पते से कुछ डाउनलोड नहीं हो सका। पता और अपना कनेक्शन जांचें; सर्वर को वेब पेजों की अनुमति भी देनी होगी।',
  'device.error-cut': 'फ़ाइल पूरी आने से पहले ही रुक गई और उसका कोई हिस्सा नहीं रखा गया। फिर से कोशिश करें।',
  'device.error-failed': 'फ़ाइल सेव नहीं हो सकी। फिर से कोशिश करें या पहले पेज को फिर से लोड करें।',
};
