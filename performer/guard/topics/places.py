"""Words that tell where a sentence is at home: in a game, or with people who help."""

from typing import Final

from performer.guard.topics.turns import any_of

GAME: Final = any_of(
    "boss~|mini ?boss~|goblin~|dragon~|zombie~|orcs?|npcs?|bots?|monster~|creeps?|creeper~|skeleton~|aliens?|demons?",
    "titans?|robots?|vampires?|enem(y|ies)|match~|rounds?|gam(e|es|ing|er|ers)|levels?|laps?|chess|queen|rook",
    "pawns?|bowser|mario|ganon~|sephiroth|raid~|missions?|quests?|maps?|spawn~|respawn~|checkpoints?|kart|lobby|ranked",
    "rematch~|scores?|points?|smash|combos?|headshots?|minecraft|fortnite|valorant|tarkov|counter ?strike|cs2|csgo|"
    "dota",
    "league|elden|souls|hp|health bar|damage|loot~|dungeon~|arena|the other team|enemy team|their team|speedrun~|sims?",
    "gta|shotgun|sword|grenades?|rocket~|molotov|turret~|minions?|golem~|slime~|civ|civilization|faction~|turns?|"
    "empire",
    "gegner~|runden?|spiel~|partien?|drachen?|kobold~|monstern?|figur~|granaten?|rakete~|jeux?|manche~|ennemi~|"
    "monstre~",
    "partie|grenade~|roquette~|jugador~|juegos?|partidas?|rondas?|nivel|niveles|jefe|jefes|enemig~|granadas?|dragones?",
    "jogos?|jogador~|fases?|chefe|chefao|inimig~|partidas?|giocatore|gioco|partita|livello|nemic~|mostr[oi]|granata",
    "spel|ronde|tegenstander~|vijand~|gr[ay]|grze|mecz~|rund~|przeciwnik~|игр~|босс~|раунд~|матч~|враг~|oyun~|mac",
)
"""Of games and their play."""

BEYOND: Final = (
    "irl|in real life|real life|for real|im echten leben|in echt|dans la vraie vie|en vrai|en la vida real|na vida real"
)
"""Says that it is no play."""

HELP: Final = any_of(
    "hotline|helpline|lifeline|crisis|samaritans|988|116 ?123|3114|188|cvv|therap~|seek help|get help|reach out|talk "
    "to",
    "seelsorge|telefonseelsorge|hilfe|notruf|beratung~|prevention|aide|ecoute|ayuda|prevencion|ajuda|prevencao|aiuto",
    "awareness|prevent~|charity|survivor~|zapobiega~|pomoc~|помощ~",
)
"""Of help, and of those who give it."""
