/** What stands in a conversation, in French. */
import type { chat as english } from '../en/chat.ts';
import type { Translation } from '../index.ts';

export const chat: Translation<typeof english> = {
  'chat.you': 'Vous',
  'chat.copy-answer': 'Copier la réponse',
  'chat.missing': 'Cette discussion n’existe plus.',
  'chat.missing-hint': 'Elle a peut-être été supprimée dans un autre onglet.',
  'chat.unreadable': 'Impossible de lire cette discussion.',
  'chat.unreadable-hint': 'Elle n’est pas forcément perdue.',
  'chat.continue': 'Continue',
  'chat.thought': 'Réflexion',
  'chat.thinking': 'Réflexion en cours…',
  'chat.edit': 'Modifier le message',
  'chat.regenerate': 'Régénérer la réponse',
  'chat.share': 'Partager',
  'aloud.start': 'Lire à voix haute',
  'aloud.stop': 'Arrêter la lecture',
  'aloud.failed': 'Ce navigateur n’a pas pu lire le texte à voix haute.',
  'voice.label': 'Saisie vocale',
  'voice.where':
    'Votre navigateur convertit la voix en texte. Pour cela, il peut envoyer ce que vous dites à son éditeur ; OneClaw n’en conserve rien.',
  'voice.start': 'Démarrer',
  'voice.listening': 'À l’écoute…',
  'voice.stop': 'Terminer',
  'voice.denied':
    'Le navigateur n’a pas accès au micro ici. Autorisez-le dans les paramètres du site, puis réessayez.',
  'voice.silent': 'Aucun son détecté.',
  'voice.failed': 'La voix n’a pas pu être convertie en texte. Vérifiez votre connexion, puis réessayez.',
  'branch.label': 'Versions',
  'branch.previous': 'Version précédente',
  'branch.next': 'Version suivante',
  'attach.list': 'Pièces jointes',
  'attach.choose': 'Joindre à ce message',
  'attach.images': 'Photos et images',
  'attach.camera': 'Prendre une photo',
  'attach.files': 'Fichiers',
  'attach.remove': 'Retirer {name}',
  'attach.reading': 'Préparation des fichiers…',
  'attach.pasted': 'Image',
  'attach.too-many': 'Nombre maximal de fichiers par message : {count}. Les autres n’ont pas été ajoutés.',
  'attach.too-large': '{name} dépasse {megabytes} Mo et n’a pas été ajouté.',
  'attach.unreadable':
    '{name} n’a pas pu être lu et n’a pas été ajouté. Il n’est pas possible de joindre un dossier.',
  'attach.blind':
    '{model} ne lit pas les images : seuls leurs noms lui sont transmis. Choisissez un autre modèle pour les montrer.',
  'attach.opaque':
    '{name} : seuls le nom et la taille sont transmis au modèle. Les textes jusqu’à 100 Ko et les images sont lus.',
  'attach.guide': 'Le guide ne lit pas les pièces jointes. Choisissez un modèle qui les lit.',
  'waiting.title': 'En attente de votre réponse',
  'waiting.what':
    'L’application a été fermée pendant l’exécution de {tools}, qui a pu aboutir ou non. Faut-il recommencer, ou continuer sans ?',
  'waiting.repeat': 'Recommencer',
  'waiting.skip': 'Ignorer',
  'chat.tokens': 'Tokens : {count}',
  'cost.label': 'Consommation de cette réponse',
  'cost.model': 'Modèle',
  'cost.requests': 'Requêtes',
  'cost.input': 'Entrée',
  'cost.cached': 'Dont cache',
  'cost.output': 'Sortie',
  'cost.reasoning': 'Dont réflexion',
  'cost.dollars': 'Coût',
  'cost.unknown': 'Prix inconnu',
  'call.arguments': 'Arguments',
  'call.result': 'Résultat',
  'call.error': 'Erreur',
  'call.pending': 'en attente',
  'call.running': 'en cours',
  'call.success': 'terminé',
  'call.failed': 'échec',
  'call.stop': 'Arrêter {name}',
  'call.no-result': 'Pas encore de résultat.',
  'call.no-arguments': 'Aucun',
  'call.empty-result': 'Vide',
  'call.show-all': 'Toujours afficher les détails',
  'call.show-less': 'Afficher une ligne par appel',
  'call.map': 'Voir sur une carte',
  'call.copy-arguments': 'Copier les arguments',
  'call.copy-result': 'Copier le résultat',
  'changes.undo': 'Tout annuler',
  'changes.one-file': '1 fichier modifié',
  'changes.files': 'Fichiers modifiés : {count}',
  'changes.created': 'Nouveau',
  'changes.changed': 'Modifié',
  'changes.deleted': 'Supprimé',
  'changes.undo-file': 'Annuler les modifications : {path}',
  'changes.undone': 'Modifications annulées.',
  'changes.redo': 'Rétablir',
  'changes.changed-since': 'Modifié à nouveau depuis.',
  'changes.conflict':
    '{path} a été modifié à nouveau depuis. Annuler ferait perdre ces changements. Annuler quand même ?',
  'changes.undo-anyway': 'Annuler quand même',
  'duration.ms': '{value} ms',
  'duration.s': '{value} s',
  'duration.min': '{minutes} min {seconds} s',
  'outcome.stopped': 'Vous avez arrêté la réponse.',
  'outcome.limit': 'En pause : le nombre maximal d’étapes par demande est atteint.',
  'outcome.repeated': 'Arrêt : la même étape se répétait sans progresser.',
  'outcome.errors': 'Arrêt : plusieurs étapes de suite ont échoué.',
  'outcome.interrupted': 'La réponse a été interrompue avant la fin.',
  'outcome.waiting': 'La réponse a été interrompue pendant l’exécution d’un outil.',
  'outcome.budget-run-tokens': 'Arrêt : cette réponse a atteint sa limite de tokens ({most}).',
  'outcome.budget-run-cost': 'Arrêt : cette réponse a atteint sa limite de {most}.',
  'outcome.budget-day-tokens':
    'Arrêt : la limite de tokens du jour ({most}) est atteinte. Elle se règle dans les paramètres.',
  'outcome.budget-day-cost':
    'Arrêt : la limite du jour ({most}) est atteinte. Elle se règle dans les paramètres.',
  'note.summarised': 'Messages précédents résumés pour le modèle : {count}. Tout reste visible ici.',
  'note.dropped': 'Messages précédents omis de cette requête, faute de place : {count}.',
  'note.fallback': '{from} n’a pas pu répondre ; {to} a pris le relais. {reason}',
  'note.asked-again': 'La réponse s’est interrompue et a été redemandée. {reason}',
  'note.resumed': 'Réponse interrompue, puis reprise à partir de la dernière étape complète.',
  'media.image': 'Image',
  'media.save': 'Enregistrer {name}',
  'media.gone': '{name} n’existe plus.',
  'error.server-said': 'Réponse du serveur',
  'error.bad_key': '{host} a refusé la clé. Vérifiez-la dans les paramètres, ou remplacez-la.',
  'error.forbidden':
    '{host} ne permet pas cela avec cette clé. Vérifiez auprès du service ce que la clé autorise et si votre organisation accepte les navigateurs, ou choisissez un autre modèle dans les paramètres.',
  'error.no_credit':
    '{host} indique que votre crédit est épuisé. Rechargez-y votre compte, ou choisissez un autre modèle.',
  'error.rate_limit': '{host} reçoit trop de requêtes avec cette clé. Patientez un peu, puis réessayez.',
  'error.rate_limit_after': '{host} reçoit trop de requêtes avec cette clé. Réessayez dans {seconds} s.',
  'error.overloaded':
    '{host} est surchargé pour le moment. Réessayez dans une minute, ou choisissez un autre modèle.',
  'error.model_unknown':
    '{host} ne connaît pas le modèle « {model} ». Choisissez un autre modèle dans les paramètres.',
  'error.not_found':
    '{host} ne trouve rien à ce chemin. Vérifiez l’URL de base dans les paramètres ; elle se termine en général par /v1.',
  'error.bad_request':
    '{host} n’a pas accepté la requête. Ce modèle ne sait peut-être pas utiliser les outils ; choisissez-en un autre.',
  'error.context_too_long':
    'Cette discussion est trop longue pour le modèle. Commencez-en une nouvelle, ou choisissez un modèle qui lit davantage.',
  'error.refused': 'Le modèle a refusé de répondre. Reformulez, ou choisissez un autre modèle.',
  'error.empty': 'Le modèle a renvoyé une réponse vide. Réessayez, ou choisissez un autre modèle.',
  'error.reply_too_long': 'La réponse a atteint la longueur maximale du modèle. Demandez-lui de continuer.',
  'error.reply_too_large':
    '{host} a envoyé plus que OneClaw n’accepte en une réponse ; le reste a été coupé. Demandez moins à la fois.',
  'error.broken_stream': 'La connexion a été coupée avant la fin de la réponse ({host}). Réessayez.',
  'error.offline': 'Vous êtes hors ligne. Connectez-vous à Internet, puis réessayez.',
  'error.cors':
    '{host} répond, mais refuse les pages web. Pour Ollama, démarrez-le avec OLLAMA_ORIGINS={origin}. Pour LM Studio, activez CORS dans les paramètres du serveur. Un service qui refuse toutes les pages web reste joignable via OpenRouter. Réessayez ensuite.',
  'error.unreachable': '{host} ne répond pas. Vérifiez qu’il est démarré et que l’adresse est correcte.',
  'error.mixed_content':
    '{host} n’est pas accessible depuis cette page sans https : le navigateur l’interdit. Utilisez une adresse https, ou lancez le serveur sur cet appareil en tant que localhost.',
  'error.server_error': '{host} a rencontré un problème interne. Réessayez dans un instant.',
  'error.malformed':
    '{host} a envoyé une réponse que OneClaw ne peut pas lire. Vérifiez l’URL de base dans les paramètres, puis réessayez.',
  'error.silent':
    '{host} n’a plus rien envoyé pendant trop longtemps ; OneClaw a mis fin à la connexion. Réessayez.',
  'error.bad_url':
    'L’URL de base n’est pas une adresse web. Corrigez-la dans les paramètres ; elle commence par https:// ou http://.',
  'error.no_message': 'Écrivez d’abord un message : il n’y a aucune réponse à régénérer.',
  'error.nothing_to_resume': 'Aucune exécution n’attend d’être reprise.',
  'error.locked': 'Vos clés sont verrouillées. Déverrouillez-les avec votre phrase secrète, puis réessayez.',
  'error.no_provider':
    'Le modèle de cette discussion a été supprimé. Choisissez-en un autre en haut, ou ajoutez-en un dans les paramètres.',
  'error.no_agent':
    'L’agent de cette discussion a été supprimé, et aucun autre ne répond à sa place : ses outils pourraient être différents. Choisissez un agent.',
  'error.busy':
    'Cette discussion traite encore le dernier message. Attendez qu’elle ait terminé, puis réessayez.',
  'error.storage_full':
    'Le stockage de ce navigateur est plein. Supprimez d’anciennes discussions ou libérez de l’espace, puis réessayez.',
  'error.model_not_ready':
    'Le modèle de ce navigateur n’est pas encore téléchargé. Téléchargez-le dans les paramètres.',
  'error.model_gone': 'Le fichier « {model} » n’est plus ici. Ajoutez-le à nouveau dans les paramètres.',
  'error.model_unusable':
    '« {model} » ne peut pas fonctionner ici. Mettez à jour le navigateur, ou choisissez un autre modèle dans les paramètres.',
  'error.no_memory':
    'Mémoire insuffisante pour « {model} ». Fermez d’autres applications, ou choisissez un modèle plus petit.',
  'error.internal':
    'Une erreur interne s’est produite dans OneClaw. Réessayez ; si cela se reproduit, rechargez la page.',
  'error.the-server': 'Le serveur',
  'error.this-model': 'ce modèle',
};
