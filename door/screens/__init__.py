"""What a caller sees: paint(view) -> Canvas, say(event) -> sentence, key -> answer; a file each."""
