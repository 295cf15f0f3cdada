"""The hooks that ship: functions around a call. Each says no with ToolRefusedError and a sentence for the model."""
