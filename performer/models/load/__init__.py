"""The cadence: how often the model is bothered, and with how large pictures, by the time that its calls take."""
