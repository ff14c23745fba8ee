/** The id of the guide. Apart from the other providers, because the first screen loads it. */
import { asId } from '../ids.ts';

/** The provider that is always there: it explains the app, and is no model. */
export const guideId = asId<'provider'>('provider_guide');
