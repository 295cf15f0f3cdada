"""The hooks that ship: functions around a call. Each says no with ToolRefused and a sentence for the model."""
