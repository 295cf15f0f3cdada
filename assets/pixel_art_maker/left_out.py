"""What is left out of the atlas: what should not appear on a stream because a viewer or a model asked for it."""

import re
from typing import Final

_NAMES: Final[dict[str, str]] = {
    "rude or meant for adults": """
        middle-finger biting-lip breast-feeding bikini briefs one-piece-swimsuit no-one-under-eighteen love-hotel
        woman-in-steamy-room man-in-steamy-room person-in-steamy-room person-in-bed man-with-bunny-ears
        woman-with-bunny-ears person-with-bunny-ears person-getting-massage woman-getting-massage
        man-getting-massage female-legs love-injection sensuousness venus-of-willendorf underwear underwear-shorts
        corset temptation lovers pierced-body loincloth udder tarot-06-the-lovers tarot-15-the-devil van-damme-split
    """,
    "drugs, tobacco and medicine that hurts": """
        cigarette no-smoking cigar smoking-finger smoking-pipe smoking-orb fish-smoking hemp syringe overdose
        hypodermic-test pill pill-drop medicine-pills skull-with-syringe stoned-skull medicines poppy booze lighter
    """,
    "death by one's own hand or another's, torture, gore": """
        suicide hanging-man gibbet guillotine decapitation severed-hand amputation lost-limb slipknot
        chalk-outline-murder crime-scene-tape backstab stabbed-note head-shot headshot helmet-head-shot telefrag
        execution executioner-hood slavery-whip manacles handcuffs handcuffed imprisoned prisoner blindfold bleeding-eye
        bleeding-wound bloody-stash bloody-sword blood drop-of-blood chopped-skull open-wound large-wound ragged-wound
        rough-wound feather-wound spotted-wound stitched-wound sword-wound scar-wound internal-injury internal-organ
        bowels tumor half-body-crawling half-dead dead-head dead-eye body-swapping split-body morgue-feet nailed-foot
        nailed-head stigmata neck-bite human-target human-cannonball drowning despair dread terror torture iron-mask
        cement-shoes death-juice death-note fetus embryo deathcab hasty-grave pummeled unfriendly-fire crucifix
        sacrificial-dagger tarot-12-the-hanged-man tarot-13-death razor-blade electric-whip whip whiplash trigger-hurt
        scarecrow deadly-strike death-zone overkill skull-slices skull-crack
        chewed-skull piece-skull william-tell-skull robber-hand cultist vomiting face-vomiting
        slap crosshair
    """,
    "firearms and weapons of war of our time": """
        ak47 ak47u autogun bolter-gun blunderbuss bullet-impacts bullets c96 chaingun colt-m1911 cowboy-holster
        crossed-pistols cz-skorpion desert-eagle famas flamethrower flamethrower-soldier fn-fal glock gun-rose
        gun-stock gunshot heavy-bullets lee-enfield luger m3-grease-gun mac-10 machine-gun machine-gun-magazine minigun
        molotov mp-40 mp5 mp5k musket p90 pistol-gun reload-gun-barrel revolver rifle saber-and-pistol
        sawed-off-shotgun sentry-gun shotgun shotgun-rounds silenced silver-bullet spectre-m4 steyr-aug
        supersonic-bullet tec-9 thompson-m1 thompson-m1928 uzi walther-ppk winchester-rifle double-shot high-shot arson
        ammo-box anti-aircraft-gun artillery-shell bombing-run carpet-bombing claymore-explosive cluster-bomb
        bundle-grenade flash-grenade stun-grenade stick-grenade grenade land-mine teller-mine minefield
        missile-launcher missile-pod missile-swarm nuclear-bomb mushroom-cloud panzerfaust stealth-bomber bomber
        letter-bomb submarine-missile incoming-rocket strafe trench-assault bunker-assault poison-gas apc
        great-war-tank detonator explosive-meeting tank armored-tank napalm dirty-bomb field-gun
        missile-mech trench-knife trench-body-armor brass-knuckles butterfly-knife
        switchblade mine-explosion torpedo
    """,
    "symbols of faiths, of parties and of states, and what is contested": """
        wheel-of-dharma om star-of-david black-flag prayer star-and-crescent latin-cross orthodox-cross
        khanda menorah kaaba
        dotted-six-pointed-star prayer-beads place-of-worship hamsa crossed-flags map-of-japan
        balkenkreuz iron-cross hammer-sickle stahlhelm freemasonry anarchy union-jack usa-flag brazil-flag
        european-flag south-africa-flag jerusalem-cross gothic-cross hell-crosses pentacle pentagram-rose
        crown-of-thorns holy-symbol hospital-cross allied-star rub-el-hizb akhet ankh djed-pillar yin-yang triple-yin
        pickelhaube brodie-helmet martyr-memorial revolt uprising coa-de-jima peace-symbol camargue-cross
        cross-shield templar-shield templar-eye templar-heart trinacria tarot-05-the-hierophant sinagot boar-ensign
        afghanistan africa algeria angola antarctica australia belgium bolivia brazil bulgaria cambodia colombia corsica
        egypt france guatemala hungary iraq italia japan kenya latvia libya mexico moldova mongolia nigeria
        paraguay peru poland portugal south-africa south-america south-korea spain sri-lanka switzerland tanzania texas
        tunisia uruguay venezuela black-sea japanese-dolls eskimo person-in-blizzard war-bonnet
    """,
    "others' names and marks": """
        bullet-bill triforce samus-helmet saiyan-suit metroid companion-cube diablo-skull harry-potter-skull klingon
        pokecog deku-tree sheikah-eye ubisoft-sun sonic-shoes jason-mask king-ju-mask millenium-key death-star
        snitch-quidditch-ball dragon-balls james-bond-aperture quick-man air-man magnet-man mighty-boosh dig-dug
        thwomp super-mushroom warp-pipe koholint-egg portal-gun rapidshare-arrow kindle converse-shoe moncler-jacket
        bat-leth holy-hand-grenade game-console vitruvian-man cadillac-helm wolverine-claws hobbit-dwelling hobbit-door
        lucifer-cannon monument-valley tron-arrow space-needle pick-of-destiny mega-bot spock-hand vulcan-salute
        groundbreaker bully-minion robot-grab cuauhtli
    """,
    "signs that say nothing as a picture, and other writing systems' buttons": """
        input-latin-letters input-latin-lowercase input-latin-uppercase input-numbers input-symbols a-button-blood-type
        b-button-blood-type ab-button-blood-type o-button-blood-type cl-button id-button ng-button p-button vs-button
        circled-m copyright registered trade-mark part-alternation-mark
    """,
}
_LEFT_OUT: Final = frozenset(name for names in _NAMES.values() for name in names.split())
_SORTS: Final = re.compile(
    r"abstract-\d+|card-(\d+|ace|jack|king|queen)-\w+|japanese-.*-button|dice-six-.*|inverted-dice-.*"
    r"|perspective-dice-.*|.*-brick|level-(two|three|four).*|rank-\d|logic-gate-.*|.*-facing-right"
)


def is_left_out(name: str) -> bool:
    """Whether an icon of this name is not in the atlas."""
    return name in _LEFT_OUT or _SORTS.fullmatch(name) is not None
