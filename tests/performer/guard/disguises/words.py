"""The words that stand in for those which nobody wants to read here: made up or harmless, of four letters and more."""

STAND_INS = """
plonk flarn grumble snickle brindle wobbet zapple drongo muppet twonk
nerfle gribbit splunge frobnick wazzock numpty pillock plimsy grobian hobgob
dingbat nincom scrumpy flibber gobshaw bumblor crikeys drizzop fizgig glaikit
jabbero kerfuff lummox mollock niffler oompahs pranzel quibblo rumbust skelpit
tosspit umbrago vexling wimblor yobbish zounder baloney codswal doofus eejitte
fopdood gormles hogwash jiggerd knavery lobcock mugwump noodler peabrain ratface
""".split()
"""Sixty, of one word each."""

PHRASES = ("grumble bee", "soggy turnip", "purple wombat hat")
