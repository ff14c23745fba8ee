/** Settings, and the passphrase, in French. */
import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../index.ts';

export const settings: Translation<typeof english> = {
  'settings.work': 'Travail et coûts',
  'settings.awake': 'Garder l’écran allumé pendant le travail',
  'settings.awake-hint': 'Les téléphones suspendent les pages quand l’écran s’éteint.',
  'settings.notify': 'M’avertir quand une réponse est prête',
  'settings.notify-on':
    'Vous recevez une notification quand une réponse est prête et que OneClaw n’est pas à l’écran.',
  'settings.notify-off':
    'Le navigateur refuse les notifications. Vous pouvez les autoriser dans ses paramètres pour ce site.',
  'settings.day-budget': 'Budget par jour',
  'settings.day-spent': 'Aujourd’hui : {cost} (tokens : {tokens}).',
  'settings.budget-saved': 'Budget par jour enregistré.',
  'settings.title': 'Paramètres',
  'settings.models': 'Modèles',
  'settings.models-hint':
    'Utilisez votre propre clé, ou un serveur sur votre machine. Les clés restent dans ce navigateur.',
  'settings.use-default': 'Utiliser par défaut',
  'settings.is-default': 'Par défaut',
  'settings.key-stored': 'clé enregistrée',
  'settings.no-key': 'sans clé',
  'settings.edit-provider': 'Modifier {name}',
  'settings.remove-provider': 'Supprimer {name}',
  'settings.removed-provider': '{name} supprimé.',
  'settings.appearance': 'Apparence',
  'settings.calls': 'Appels d’outils dans les discussions',
  'settings.calls-compact': 'Une ligne',
  'settings.calls-detailed': 'Avec détails',
  'settings.theme': 'Thème',
  'settings.theme-system': 'Système',
  'settings.theme-light': 'Clair',
  'settings.theme-dark': 'Sombre',
  'settings.language': 'Langue',
  'settings.permissions': 'Autorisations',
  'settings.permissions-hint': 'Ce que le navigateur laisse les outils utiliser.',
  'settings.permission-granted': 'Autorisé',
  'settings.permission-denied': 'Bloqué',
  'settings.permission-prompt': 'Demander',
  'settings.permission-unsupported': 'Absent de ce navigateur',
  'settings.permission-mend':
    'Donnez l’autorisation dans les paramètres du site, via l’icône à gauche de la barre d’adresse ; dans l’application installée, dans les infos de l’application, sous Autorisations.',
  'settings.hosts': 'Adresses autorisées',
  'settings.hosts-hint': 'Adresses de votre propre réseau auxquelles les outils peuvent accéder.',
  'settings.hosts-none':
    'Aucune pour l’instant. OneClaw vous demande la première fois qu’un outil en a besoin.',
  'settings.host-remove': 'Retirer {host}',
  'settings.storage': 'Stockage',
  'settings.storage-kept': 'Le navigateur conserve vos discussions jusqu’à ce que vous les supprimiez.',
  'settings.storage-at-risk': 'Le navigateur peut effacer vos discussions si l’espace vient à manquer.',
  'settings.storage-ask': 'Conserver mes données',
  'settings.storage-refused':
    'Le navigateur refuse pour l’instant. Installer l’application ou l’utiliser plus souvent peut aider.',
  'settings.storage-used': 'Espace utilisé : {size}.',
  'settings.app': 'Application',
  'settings.install': 'Installer OneClaw',
  'settings.install-hint': 'S’ouvre dans sa propre fenêtre et fonctionne hors ligne.',
  'settings.about': 'À propos',
  'settings.version': 'Version {version}',
  'settings.licence': 'Logiciel libre sous licence MIT.',
  'settings.headers-page':
    'Cet hébergeur n’envoie pas les en-têtes de sécurité de OneClaw. Une copie de la politique dans la page protège la page, mais pas les workers qui exécutent les outils et les modèles.',
  'settings.headers-workers':
    'Cet hébergeur n’envoie pas les en-têtes de sécurité des workers qui exécutent les outils et les modèles.',
  'settings.licences': 'Licences des composants utilisés',
  'settings.keys': 'Clés',
  'settings.keys-open':
    'Vos clés sont chiffrées et disponibles dès que OneClaw est ouvert. Une phrase secrète les garde verrouillées jusqu’à ce que vous la saisissiez.',
  'settings.keys-unlocked':
    'Déverrouillées. Elles se verrouillent à nouveau à la fermeture du dernier onglet OneClaw.',
  'settings.keys-locked':
    'Verrouillées. Les modèles qui ont besoin d’une clé attendent votre phrase secrète.',
  'settings.keys-lock': 'Verrouiller',
  'settings.keys-set': 'Définir une phrase secrète',
  'settings.keys-change': 'Modifier la phrase secrète',
  'settings.keys-remove': 'Supprimer la phrase secrète',
  'settings.keys-forgot': 'Phrase oubliée',
  'settings.keys-reset-hint':
    'Personne ne peut récupérer une phrase secrète. Vous pouvez supprimer les clés enregistrées et les saisir à nouveau ; les discussions et les fichiers restent.',
  'settings.keys-reset': 'Supprimer les clés',
  'settings.keys-were-reset': 'Les clés ont été supprimées.',
  'passphrase.label': 'Phrase secrète',
  'passphrase.new': 'Nouvelle phrase secrète',
  'passphrase.again': 'Confirmer la phrase secrète',
  'passphrase.current': 'Phrase secrète actuelle',
  'passphrase.hint':
    'Au moins {count} caractères ; plusieurs mots, c’est l’idéal. Personne ne peut la récupérer.',
  'passphrase.wrong': 'Phrase secrète incorrecte.',
  'passphrase.too_short': 'Utilisez au moins {count} caractères.',
  'passphrase.differs': 'Les deux phrases secrètes ne sont pas identiques.',
  'passphrase.changed': 'Un autre onglet vient de modifier les clés. Réessayez.',
  'passphrase.working': 'Un instant…',
  'passphrase.unlock': 'Déverrouiller',
  'passphrase.cancel': 'Annuler',
};
