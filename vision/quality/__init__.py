"""How good the camera's picture is: `exposure` measures light, glare, blur and flicker; `report_image` draws it all."""
