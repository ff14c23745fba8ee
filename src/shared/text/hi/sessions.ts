/** The list of chats, in Hindi. */
import type { sessions as english } from '../en/sessions.ts';
import type { Translation } from '../index.ts';

export const sessions: Translation<typeof english> = {
  'session.rename': 'नाम बदलें',
  'session.title': 'शीर्षक',
  'session.save': 'सेव करें',
  'session.pin': 'सबसे ऊपर पिन करें',
  'session.unpin': 'पिन हटाएं',
  'session.markdown': 'Markdown में एक्सपोर्ट करें',
  'session.json': 'JSON में एक्सपोर्ट करें',
  'session.delete': 'मिटाएं',
  'search.searching': 'खोजा जा रहा है…',
  'search.none': 'कुछ नहीं मिला। सभी शब्द एक ही मैसेज या नतीजे में होने चाहिए।',
  'search.count': 'नतीजे: {count}',
  'search.more': 'और पीछे खोजें',
  'search.rest': 'इस चैट में {count} और',
  'settings.titles': 'मॉडल को चैट का नाम रखने दें',
  'settings.titles-hint':
    'पहले जवाब के बाद चैट के मॉडल से शीर्षक मांगा जाता है। इसमें कुछ सौ टोकन लगते हैं, जो दिन के बजट में गिने जाते हैं।',
  'incoming.failed': 'शेयर की गई सामग्री पढ़ी नहीं जा सकी। उसे फिर से शेयर करें।',
  'install.offer': 'OneClaw इंस्टॉल करें: यह ऐप की तरह खुलेगा और आपकी चैट सुरक्षित रखेगा।',
  'install.now': 'इंस्टॉल करें',
  'session.tokens': 'अब तक {count} टोकन',
};
